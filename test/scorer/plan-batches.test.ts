import { describe, expect, test } from 'vitest'
import { shareRows } from '../../plugin/scorer/model-rows.ts'
import { planBatches } from '../../plugin/scorer/plan-batches.ts'

const encoded = (input: number[], targets = [99]) => ({ input, targets, truncated: 0 })

describe('rows', () => {
  const shape = (inputs: number[][]) =>
    shareRows(inputs.map(input => encoded(input))).map(({ input, spans }) => [
      input,
      spans.map(({ request, end }) => [request, end]),
    ])

  test('equal inputs and beginnings share a row', () => {
    expect(
      shape([
        [1, 2],
        [1, 2, 3, 4],
        [1, 2],
        [1, 3],
        [1, 2, 3],
      ]),
    ).toEqual([
      [
        [1, 2, 3, 4],
        [
          [1, 4],
          [4, 3],
          [2, 2],
          [0, 2],
        ],
      ],
      [[1, 3], [[3, 2]]],
    ])
  })

  test('inputs that branch do not', () => {
    expect(shape([[1, 2, 3], [1, 2, 4], [1]])).toHaveLength(2)
    expect(shape([[2], [1, 2]])).toHaveLength(2)
    expect(shape([])).toEqual([])
  })
})

describe('batches', () => {
  const rows = [3, 9, 1, 9, 5, 2].map((length, name) => ({
    input: Array.from({ length }, () => name),
    spans: [],
  }))
  const names = (limits: Parameters<typeof planBatches>[1]) =>
    planBatches(rows, limits).map(batch => batch.map(({ input }) => input[0]))

  test('longest first, rows capped', () => {
    expect(names({ rows: 4, logits: 1e9, vocabulary: 10 })).toEqual([
      [1, 3, 4, 0],
      [5, 2],
    ])
  })

  test('logits capped, but a row that alone exceeds them still runs', () => {
    expect(names({ rows: 4, logits: 60, vocabulary: 10 })).toEqual([[1], [3], [4], [0, 5], [2]])
  })
})
