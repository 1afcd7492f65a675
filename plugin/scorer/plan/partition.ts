/**
 * Cuts a list into runs of neighbours at the least total cost (dynamic programming over the ends of runs).
 * @param count number of items
 * @param costOf cost of the run from `first` to before `end`; undefined if it may not be one. A run that contains one which may
 * not be one may not be one either; a single item always may
 * @returns first item of each run
 */
export function cheapestRuns(
  count: number,
  costOf: (first: number, end: number) => number | undefined,
): number[] {
  const costs = [0]
  const firsts: number[] = []
  for (let end = 1; end <= count; end++) {
    let best = Number.POSITIVE_INFINITY
    let bestFirst = end - 1
    for (let first = end - 1; first >= 0; first--) {
      const cost = costOf(first, end)
      if (cost === undefined) break
      const total = (costs[first] as number) + cost
      if (total < best) {
        best = total
        bestFirst = first
      }
    }
    costs.push(best)
    firsts.push(bestFirst)
  }
  const runs: number[] = []
  for (let end = count; end > 0; end = firsts[end - 1] as number) runs.push(firsts[end - 1] as number)
  return runs.reverse()
}
