import { expect, test } from 'vitest'
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
