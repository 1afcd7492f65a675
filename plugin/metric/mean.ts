/** Sum from left to right over the number of values; NaN for none. Python up to 3.11 adds in this order. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] as number
  return sum / values.length
}

/** Standard deviation of a sample, with n - 1 in the denominator; NaN for fewer than two values. */
export function sampleStddev(values: ArrayLike<number>): number {
  const middle = mean(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const distance = (values[i] as number) - middle
    sum += distance * distance
  }
  return Math.sqrt(sum / (values.length - 1))
}

/** Standard error of a mean: {@link sampleStddev} over the root of the number of values. */
export function meanStderr(values: ArrayLike<number>): number {
  return sampleStddev(values) / Math.sqrt(values.length)
}
