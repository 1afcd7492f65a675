import { pairwiseSum } from './pairwise-sum.ts'

/** `exp(x - max)` over its sum. NaN or an infinite maximum makes every share NaN, as with numpy. */
export function softmax(values: readonly number[]): number[] {
  const top = values.reduce((a, b) => (Number.isNaN(a) || a >= b ? a : b), Number.NEGATIVE_INFINITY)
  const shares = values.map(value => Math.exp(value - top))
  const total = pairwiseSum(Float64Array.from(shares))
  return shares.map(share => share / total)
}
