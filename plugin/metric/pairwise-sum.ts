const block = 128

/**
 * Sum in the order of numpy's `add.reduce` over a contiguous array: blocks of up to 128 values in eight running sums,
 * longer arrays halved (at a multiple of eight). The last digits of a mean depend on it.
 */
export function pairwiseSum(values: Float64Array, from = 0, count = values.length - from): number {
  if (count < 8) {
    let sum = 0
    for (let i = from; i < from + count; i++) sum += values[i] as number
    return sum
  }
  if (count > block) {
    let half = Math.floor(count / 2)
    half -= half % 8
    return pairwiseSum(values, from, half) + pairwiseSum(values, from + half, count - half)
  }
  return blockSum(values, from, count)
}

function blockSum(values: Float64Array, from: number, count: number): number {
  const at = (i: number): number => values[from + i] as number
  let [a, b, c, d, e, f, g, h] = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)]
  const even = count - (count % 8)
  for (let i = 8; i < even; i += 8) {
    a += at(i)
    b += at(i + 1)
    c += at(i + 2)
    d += at(i + 3)
    e += at(i + 4)
    f += at(i + 5)
    g += at(i + 6)
    h += at(i + 7)
  }
  let sum = a + b + (c + d) + (e + f + (g + h))
  for (let i = even; i < count; i++) sum += at(i)
  return sum
}
