/** What keeps an order without matches from making the score 0 (Chen and Cherry, WMT 2014). */
export type Smoothing = 'none' | 'floor' | 'add-k' | 'exp'

/** How {@link bleuScore} smooths and weighs n-grams. */
export interface BleuOptions {
  /** Default: `exp`: the k-th order without matches counts as 1 / 2^k of a match (NIST's, method 3 of the paper). */
  smoothing?: Smoothing
  /** Matches that `floor` puts in place of none (default 0.1), or that `add-k` adds from order 2 on (default 1). */
  smoothingValue?: number
  /** Whether orders longer than every sentence are left out of the mean. Default: false. */
  effectiveOrder?: boolean
}

/** A BLEU score with the parts it is made of. */
export interface BleuScore {
  /** 0 to 100; a perfect one may be 100.00000000000004. */
  score: number
  /** Percent, for each order. */
  precisions: number[]
  /** 0 to 1. */
  brevityPenalty: number
}

/** Stands for the logarithm of 0. */
const logOfZero = -9_999_999_999

/**
 * Corpus BLEU (Papineni et al., ACL 2002) as sacrebleu 2.6 computes it, from summed {@link bleuStatistics}: 0 without any
 * match, else the brevity penalty times the geometric mean of the precisions.
 */
export function bleuScore(statistics: ArrayLike<number>, options: BleuOptions = {}): BleuScore {
  const { smoothing = 'exp', effectiveOrder = false } = options
  const [length = 0, referenceLength = 0, ...counts] = Array.from(statistics)
  const orders = counts.length / 2
  const [matches, totals] = [counts.slice(0, orders), counts.slice(orders)]
  const precisions = matches.map(() => 0)
  const penalty = brevityPenalty(length, referenceLength)
  if (matches.every(count => count === 0)) return { score: 0, precisions, brevityPenalty: penalty }
  let halvings = 1
  let counted = orders
  for (let order = 0; order < orders; order++) {
    const added = smoothing === 'add-k' && order > 0 ? (options.smoothingValue ?? 1) : 0
    const found = (matches[order] as number) + added
    const possible = (totals[order] as number) + added
    if (possible === 0) break
    if (effectiveOrder) counted = order + 1
    if (found > 0) precisions[order] = (100 * found) / possible
    else if (smoothing === 'exp') {
      halvings *= 2
      precisions[order] = 100 / (halvings * possible)
    } else if (smoothing === 'floor') precisions[order] = (100 * (options.smoothingValue ?? 0.1)) / possible
  }
  let logs = 0
  for (const precision of precisions.slice(0, counted)) {
    logs += precision === 0 ? logOfZero : Math.log(precision)
  }
  return { score: penalty * Math.exp(logs / counted), precisions, brevityPenalty: penalty }
}

function brevityPenalty(length: number, referenceLength: number): number {
  if (length >= referenceLength) return 1
  return length > 0 ? Math.exp(1 - referenceLength / length) : 0
}
