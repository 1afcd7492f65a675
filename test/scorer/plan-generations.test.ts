import { expect, test } from 'vitest'
import { cacheBytesOfToken } from '../../plugin/scorer/cache-size.ts'
import { planGenerations } from '../../plugin/scorer/plan-generations.ts'

const lengths = (given: number[], rows: number, tokens = Number.POSITIVE_INFINITY, count = 1): number[][] =>
  planGenerations(
    given.map(length => ({ tokens: new Array<number>(length), count })),
    { rows, tokens },
  ).map(batch => batch.map(text => text.tokens.length))

test('similar lengths share a batch, longest first', () => {
  expect(lengths([10, 30, 20, 25], 16)).toEqual([[30, 25, 20, 10]])
  expect(lengths([10, 30, 20, 25], 3)).toEqual([[30, 25, 20], [10]])
  expect(lengths([100, 10, 90, 26], 16)).toEqual([
    [100, 90],
    [26, 10],
  ])
  expect(lengths([5, 5], 1)).toEqual([[5], [5]])
  expect(lengths([], 4)).toEqual([])
})

test('a batch ends where its cache would be too large; what is too large alone goes alone', () => {
  expect(lengths([10, 9, 8, 7], 16, 40, 10)).toEqual([
    [10, 9],
    [8, 7],
  ])
  expect(lengths([10, 9], 16, 5)).toEqual([[10], [9]])
})

test('the bytes that a token takes come from the shapes of the cache', () => {
  const tensor = (name: string, type: 'float32' | 'float16', shape: (number | string)[]) =>
    ({ name, isTensor: true, type, shape }) as const
  const inputs = [
    tensor('input_ids', 'float32', ['batch', 'sequence']),
    tensor('past_key_values.0.key', 'float32', ['batch', 2, 'past', 32]),
    tensor('past_key_values.0.value', 'float16', ['batch', 2, 'past', 32]),
  ]
  expect(cacheBytesOfToken(inputs)).toBe(2 * 32 * 4 + 2 * 32 * 2)
  expect(cacheBytesOfToken(inputs.slice(0, 1))).toBe(0)
})
