import { expect, test } from 'vitest'
import { planGenerations } from '../../plugin/scorer/plan-generations.ts'

const lengths = (given: number[], rows: number): number[][] =>
  planGenerations(
    given.map(length => ({ tokens: new Array<number>(length) })),
    rows,
  ).map(batch => batch.map(({ tokens }) => tokens.length))

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
