import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import { decodeHalfFloats } from './half-floats.ts'
import type { BatchShape, MakeFeeds } from './model-inputs.ts'
import type { Ort } from './onnxruntime.ts'

/** A session with what is needed to run it. */
export interface ModelRunner {
  ort: Pick<Ort, 'Tensor'>
  session: InferenceSession
  makeFeeds: MakeFeeds
  /** Name of the logits. */
  output: string
  /** Outputs that become cache inputs at the next step, by the input's name; undefined for a model without. */
  cacheNames: ReadonlyMap<string, string> | undefined
  /** Entries of a row of logits; undefined if neither model nor config.json says. */
  vocabulary: number | undefined
  /** The ONNX file, for messages. */
  file: string
}

/**
 * One run, of which only the outputs named in `fetches` are copied out of native memory.
 * @throws LmEvalError MODEL
 */
export async function runModel(
  { session, makeFeeds, file }: ModelRunner,
  batch: BatchShape,
  fetches: readonly string[],
): Promise<InferenceSession.OnnxValueMapType> {
  return session.run(makeFeeds(batch), [...fetches]).catch((error: Error) => {
    throw new LmEvalError(
      `${file} failed on ${batch.rows.length} rows of ${batch.length} tokens (${error.message.split('\n', 1)[0]}): check that tokenizer and config.json belong to the model, or lower batchSize.`,
      { code: 'MODEL', cause: error },
    )
  })
}

/** Logits from `start` to `end`, decoded if they are half-precision. */
export function logitsOf(logits: Tensor, start: number, end: number): ArrayLike<number> {
  const part = (logits.data as Float32Array | Uint16Array).subarray(start, end)
  return part instanceof Uint16Array ? decodeHalfFloats(part) : part
}
