import { type Decimal, formatFixed } from './decimal.ts'

/**
 * Python's `'%.Nf' % value`: the double's exact value rounded half to even, so that 0.03125 gives `0.0312` where
 * `toFixed` gives `0.0313`.
 */
export function fixedPoint(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  return formatFixed(exactDecimal(value), decimals)
}

/** A double without any rounding: every double is a whole number of some 2^-k, and 2^-k is 5^k * 10^-k. */
function exactDecimal(value: number): Decimal {
  let size = Math.abs(value)
  let halvings = 0
  while (!Number.isInteger(size)) {
    size *= 2
    halvings += 1
  }
  const negative = value < 0 || Object.is(value, -0)
  return { negative, coefficient: BigInt(size) * 5n ** BigInt(halvings), exponent: -halvings }
}
