import { expect, test } from 'vitest'
import { planBatches } from '../../plugin/scorer/plan-batches.ts'

const encoded = (input: number[]) => ({ input, targets: [1], truncated: 0 })
const lengths = [3, 9, 1, 9, 5, 2].map(length => encoded(Array.from({ length }, (_, i) => i)))

test('longest first, rows capped', () => {
  const limits = { rows: 4, logits: 1e9, vocabulary: 10 }
  expect(planBatches(lengths, limits)).toEqual([
    [1, 3, 4, 0],
    [5, 2],
  ])
})

test('logits capped, but a row that alone exceeds them still runs', () => {
  expect(planBatches(lengths, { rows: 4, logits: 60, vocabulary: 10 })).toEqual([[1], [3], [4], [0, 5], [2]])
})

test('nothing to plan', () => {
  expect(planBatches([], { rows: 4, logits: 60, vocabulary: 10 })).toEqual([])
})
