import { expect, test } from 'vitest'
import { planGenerations } from '../../../plugin/scorer/generation/plan-generations.ts'

const lengths = (given: number[], rows: number, tokens = Number.POSITIVE_INFINITY, count = 1): number[][] =>
  planGenerations(
    given.map(length => ({ tokens: new Array<number>(length), count })),
    { rows, tokens, unequalStarts: false },
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

test('texts that need not start alike share a batch as far as their cache allows and it saves time', () => {
  const plan = (given: number[], rows: number, tokens: number, count: number): number[][] =>
    planGenerations(
      given.map(length => ({ tokens: new Array<number>(length), count })),
      { rows, tokens, unequalStarts: true },
    ).map(batch => batch.map(text => text.tokens.length))
  expect(plan([100, 10, 90, 26], 16, 1e9, 64)).toEqual([[100, 90, 26, 10]])
  expect(plan([100, 10, 90, 26], 2, 1e9, 64)).toEqual([
    [100, 90],
    [26, 10],
  ])
  expect(plan([100, 10, 90, 26], 16, 400, 64)).toEqual([
    [100, 90],
    [26, 10],
  ])
  expect(plan([5000, 10, 20], 16, 1e9, 64)).toEqual([[5000], [20, 10]])
})
