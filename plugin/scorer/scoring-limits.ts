import type { BatchLimits } from './plan/batches.ts'
import type { OnnxSession } from './session/onnx-session.ts'

/** Tokens of one run at most: more of them make a run no faster, and its activations larger. */
export const tokensOfRun = 512
/** Logits of one run at most, in numbers: 64 MiB in float32, and as much again for their log-softmax. */
const logitsOfRun = 16 * 1024 * 1024
/** Key/value cache of one run at most, in bytes; while it runs, that of the rows that it goes on from is there as well. */
const cacheOfRun = 64 * 1024 ** 2
/** On a CPU reading fp32 weights takes as long as the products of about so many tokens. */
const batchCost = 12
/** Vocabulary assumed for a model that does not name its own. */
const assumedVocabulary = 262_144

/** What one run of a model may be over, so that it stays within some hundred megabytes beside the weights. */
export function scoringLimits(
  {
    vocabulary = assumedVocabulary,
    cacheBytes,
    fullLogits,
    unequalStarts,
    mustRunAlone,
    continuesAlone,
  }: OnnxSession,
  rows: number,
): BatchLimits {
  const places = Math.max(1, Math.floor(logitsOfRun / vocabulary))
  return {
    rows: mustRunAlone ? 1 : rows,
    continuedRows: mustRunAlone || continuesAlone ? 1 : rows,
    tokens: fullLogits === undefined ? tokensOfRun : Math.min(tokensOfRun, places),
    places,
    cached: cacheBytes === 0 ? Number.POSITIVE_INFINITY : Math.floor(cacheOfRun / cacheBytes),
    batchCost,
    unequalStarts,
  }
}
