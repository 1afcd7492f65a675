import { statSync } from 'node:fs'
import { createInProcessEncoder } from '../encoder/in-process-encoder.ts'
import { createProcessEncoder } from '../encoder/process-encoder.ts'
import type { Encoder, EncoderSpec, Encoders } from '../encoder/types.ts'
import { modelStamp } from '../scorer/model/model-stamp.ts'

/** Encoders that are loaded into the worker itself: one a folder, kept between the modules of a worker. */
const inProcess = new Map<string, Encoder>()

/** The encoders of a run: in processes of their own where a broker is given, else in this process. Nothing is loaded yet. */
export function encodersFor(specs: readonly EncoderSpec[], broker: string | undefined): Encoders {
  return Object.fromEntries(specs.map(spec => [spec.encoder, encoderFor(stamped(spec), broker)]))
}

/** Lets go of the encoders of a run. */
export async function closeEncoders(encoders: Encoders): Promise<void> {
  await Promise.all(Object.values(encoders).map(encoder => encoder.close()))
}

function encoderFor(spec: EncoderSpec, broker: string | undefined): Encoder {
  if (broker !== undefined) return createProcessEncoder(spec, broker)
  const key = JSON.stringify(spec)
  const encoder = inProcess.get(key) ?? createInProcessEncoder(spec)
  inProcess.set(key, encoder)
  return { info: encoder.info, compare: encoder.compare, close: async () => {} }
}

function stamped(spec: EncoderSpec): EncoderSpec {
  const baseline = spec.baseline === undefined ? '' : `\n${fileStamp(spec.baseline)}`
  return { ...spec, stamp: `${modelStamp(spec.path)}${baseline}` }
}

function fileStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.size} ${found.mtimeMs}`
}
