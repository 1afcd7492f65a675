/** How often each n-gram occurs; an n-gram is its parts joined by the separator. */
export type NgramCounts = Map<string, number>

/**
 * Counts n-grams of every order from 1 to `maxOrder`.
 * @param parts words, or characters
 * @param separator what no part contains, so that joined n-grams stay distinct; empty for characters
 * @returns one map for each order; it is empty where there are too few parts
 */
export function countNgrams(parts: readonly string[], maxOrder: number, separator: string): NgramCounts[] {
  const orders: NgramCounts[] = []
  let ngrams: readonly string[] = parts
  for (let order = 1; order <= maxOrder; order++) {
    if (order > 1) {
      const shorter = ngrams
      const many = Math.max(0, parts.length - order + 1)
      ngrams = Array.from({ length: many }, (_, at) => shorter[at] + separator + parts[at + order - 1])
    }
    orders.push(count(ngrams))
  }
  return orders
}

function count(ngrams: readonly string[]): NgramCounts {
  const counts: NgramCounts = new Map()
  for (const ngram of ngrams) counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  return counts
}

/** Size of the intersection of two multisets: n-grams in common, each counted as often as in the poorer one. */
export function overlap(first: NgramCounts, second: NgramCounts): number {
  let common = 0
  for (const [ngram, times] of first) common += Math.min(times, second.get(ngram) ?? 0)
  return common
}

/** Number of n-grams, repetitions counted. */
export function total(counts: NgramCounts): number {
  let sum = 0
  for (const times of counts.values()) sum += times
  return sum
}

/** The union of multisets: each n-gram as often as where it is most frequent. */
export function union(all: readonly NgramCounts[]): NgramCounts {
  const most: NgramCounts = new Map()
  for (const counts of all) {
    for (const [ngram, times] of counts) most.set(ngram, Math.max(times, most.get(ngram) ?? 0))
  }
  return most
}
