/** Index of the largest value as numpy's `argmax` gives it: the first of equals, and the first NaN before everything. */
export function argmax(values: readonly number[]): number {
  let best = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (Number.isNaN(value)) return i
    if (value > (values[best] as number)) best = i
  }
  return best
}
