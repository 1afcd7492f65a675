import { NumpyRandom } from '../python/numpy-random.ts'
import type { RougeScore } from './text/index.ts'

export interface RougeConfidenceOptions {
  /** Default: 1000. */
  resamples?: number
  /** Share of the resamples between low and high. Default: 0.95. */
  confidence?: number
  /** Default: 1234, with which the harness seeds numpy. */
  seed?: number
}

/** Percentiles of the means of resamples. */
export interface RougeConfidence {
  low: RougeScore
  /** The median of the resamples' means; not the mean of the scores. */
  mid: RougeScore
  high: RougeScore
}

/**
 * ROUGE over documents as rouge-score's BootstrapAggregator gives it, which the `evaluate` library's `rouge` uses
 * (metrics-spec.md, 10): documents are drawn with replacement by numpy's generator, one type after the other.
 * @param scores of each type, one for each document
 * @throws RangeError for no documents
 */
export function rougeConfidence<Type extends string>(
  scores: Readonly<Record<Type, readonly RougeScore[]>>,
  { resamples = 1000, confidence = 0.95, seed = 1234 }: RougeConfidenceOptions = {},
): Record<Type, RougeConfidence> {
  const random = new NumpyRandom(seed)
  const outside = (1 - confidence) / 2
  const entries = Object.entries<readonly RougeScore[]>(scores).map(([type, documents]) => {
    if (documents.length === 0) throw new RangeError(`there are no scores of ${type}`)
    const means = Array.from({ length: resamples }, () =>
      meanScore(
        random.choiceIndices(documents.length, documents.length).map(index => documents[index] as RougeScore),
      ),
    )
    const at = (share: number): RougeScore =>
      eachPart(part =>
        percentile(
          means.map(mean => mean[part]),
          share,
        ),
      )
    return [type, { low: at(outside), mid: at(0.5), high: at(1 - outside) }]
  })
  return Object.fromEntries(entries) as Record<Type, RougeConfidence>
}

function meanScore(scores: readonly RougeScore[]): RougeScore {
  return eachPart(part => scores.reduce((sum, score) => sum + score[part], 0) / scores.length)
}

function eachPart(value: (part: keyof RougeScore) => number): RougeScore {
  return { precision: value('precision'), recall: value('recall'), fmeasure: value('fmeasure') }
}

/** Linear between the neighbours of `share * (n - 1)`, as numpy.percentile. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below] as number
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number
  const weight = place - below
  return weight < 0.5 ? low + (high - low) * weight : high - (high - low) * (1 - weight)
}
