import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pairwiseSum } from '../../plugin/metric/pairwise-sum.ts'

/** `numpy.sum` (2.4) of values made as below, by their number and the generator's seed. */
const sums: [count: number, seed: number, sum: number][] = JSON.parse(
  readFileSync(new URL('./numpy-sums.json', import.meta.url), 'utf8'),
)

function values(count: number, seed: number): Float64Array {
  let state = seed
  return Float64Array.from({ length: count }, () => {
    state = (48271 * state) % 2147483647
    return (state / 2147483647) * 200 - 100
  })
}

test.each(sums)('%d values add up as in numpy, to the last digit', (count, seed, sum) => {
  expect(pairwiseSum(values(count, seed))).toBe(sum)
})
