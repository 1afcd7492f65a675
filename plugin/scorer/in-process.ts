import type { LoadedModel } from './loaded-model.ts'
import { loadCachedModel } from './score-cache/load-cached-model.ts'
import type { ModelSpec, Scorer } from './types.ts'

/**
 * A scorer with the model in this very process; loads at first need. A load that failed is tried again at the next call.
 * Scoring blocks the event loop for a batch at a time.
 */
export function createInProcessScorer(spec: ModelSpec): Scorer {
  let loading: Promise<LoadedModel> | undefined
  const model = (): Promise<LoadedModel> => {
    loading ??= loadCachedModel(spec).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    info: async () => (await model()).info,
    async score(requests, options) {
      options.signal?.throwIfAborted()
      await (await model()).score(requests, options)
    },
    async close() {
      const loaded = await loading?.catch(() => undefined)
      loading = undefined
      await loaded?.close()
    },
  }
}
