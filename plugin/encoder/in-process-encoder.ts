import { type LoadedEncoder, loadEncoder } from './loaded-encoder.ts'
import type { Encoder, EncoderSpec } from './types.ts'

/**
 * An encoder in this very process; loads at first need. A load that failed is tried again at the next call. Comparing blocks the
 * event loop for a text at a time.
 */
export function createInProcessEncoder(spec: EncoderSpec): Encoder {
  let loading: Promise<LoadedEncoder> | undefined
  const loaded = (): Promise<LoadedEncoder> => {
    loading ??= loadEncoder(spec).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    info: async () => (await loaded()).encoderInfo,
    async compare(pairs, signal) {
      signal?.throwIfAborted()
      return (await loaded()).compare(pairs, signal)
    },
    async close() {
      const encoder = await loading?.catch(() => undefined)
      loading = undefined
      await encoder?.close()
    },
  }
}
