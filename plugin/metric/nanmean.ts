import { pairwiseSum } from './pairwise-sum.ts'

/** Mean of the values that are no NaN, in numpy's order of adding; NaN where there are none. */
export function nanmean(values: Float64Array): number {
  let count = 0
  const filled = values.map(value => {
    if (Number.isNaN(value)) return 0
    count += 1
    return value
  })
  return pairwiseSum(filled) / count
}
