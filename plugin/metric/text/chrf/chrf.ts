import { characterAt, codePoints, len, lower, slice, split } from '../../../python/index.ts'
import { countNgrams, type NgramCounts, overlap, total } from '../ngrams.ts'

/** Options of chrF and chrF++. */
export interface ChrfOptions {
  /** Longest n-gram of characters. Default: 6. */
  charOrder?: number
  /** Longest n-gram of words; 0 for chrF, 2 for chrF++. Default: 0. */
  wordOrder?: number
  /** How much more recall counts than precision. Default: 2. */
  beta?: number
  /** Whether case is dropped first. Default: false. */
  lowercase?: boolean
  /** Whether white space counts among the characters. Default: false. */
  whitespace?: boolean
  /** Whether F is averaged over all orders, those without n-grams included. Default: false. */
  epsSmoothing?: boolean
}

const punctuation = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')

/**
 * What chrF needs to know of a sentence, to be added up over a corpus: for each order n-grams of the prediction, of the
 * reference and in common, characters first. Of several references the one with the best score counts, the first of equals.
 * @param references one or more
 */
export function chrfStatistics(
  references: readonly string[],
  prediction: string,
  options: ChrfOptions = {},
): number[] {
  const ngrams = ngramsOf(prediction, options)
  let best: number[] = []
  let bestScore = -1
  for (const reference of references) {
    const known = ngramsOf(reference, options)
    const statistics = ngrams.flatMap((counts, order) => match(counts, known[order] as NgramCounts))
    const score = chrfScore(statistics, options)
    if (score <= bestScore) continue
    best = statistics
    bestScore = score
  }
  return best
}

/** N-grams of the prediction do not count at an order at which the reference has none. */
function match(
  counts: NgramCounts,
  known: NgramCounts,
): [ofPrediction: number, ofReference: number, common: number] {
  return [known.size > 0 ? total(counts) : 0, total(known), overlap(counts, known)]
}

function ngramsOf(
  raw: string,
  { charOrder = 6, wordOrder = 0, lowercase, whitespace }: ChrfOptions,
): NgramCounts[] {
  const text = lowercase ? lower(raw) : raw
  const characters = codePoints(whitespace ? text : split(text).join(''))
  const ofCharacters = countNgrams(characters, charOrder, '')
  return wordOrder === 0 ? ofCharacters : [...ofCharacters, ...countNgrams(words(text), wordOrder, ' ')]
}

/** Words with one punctuation mark split off: at the end, or else at the beginning. */
function words(text: string): string[] {
  return split(text).flatMap(word => {
    if (len(word) === 1) return [word]
    const [first, last] = [characterAt(word, 0) as string, characterAt(word, -1) as string]
    if (punctuation.has(last)) return [slice(word, 0, -1), last]
    return punctuation.has(first) ? [first, slice(word, 1)] : [word]
  })
}

const eps = 1e-16

/**
 * chrF (Popović, WMT 2015) or chrF++ (Popović, WMT 2017) from summed {@link chrfStatistics}, 0 to 100, as sacrebleu 2.6
 * computes it: F of precision and recall, each averaged over the orders at which both sides have n-grams.
 */
export function chrfScore(
  statistics: ArrayLike<number>,
  { beta = 2, epsSmoothing = false }: ChrfOptions = {},
): number {
  const orders = statistics.length / 3
  let [precisions, recalls, smoothed, effective] = [0, 0, 0, 0]
  for (let order = 0; order < orders; order++) {
    const ofPrediction = statistics[3 * order] as number
    const ofReference = statistics[3 * order + 1] as number
    const common = statistics[3 * order + 2] as number
    const precision = ofPrediction > 0 ? common / ofPrediction : eps
    const recall = ofReference > 0 ? common / ofReference : eps
    smoothed += fScore(precision, recall, beta) ?? eps
    if (ofPrediction === 0 || ofReference === 0) continue
    precisions += precision
    recalls += recall
    effective += 1
  }
  if (epsSmoothing) return (100 * smoothed) / orders
  if (effective === 0) return 0
  return 100 * (fScore(precisions / effective, recalls / effective, beta) ?? 0)
}

/** Undefined where both are 0. */
function fScore(precision: number, recall: number, beta: number): number | undefined {
  const factor = beta ** 2
  const denominator = factor * precision + recall
  return denominator > 0 ? ((1 + factor) * precision * recall) / denominator : undefined
}
