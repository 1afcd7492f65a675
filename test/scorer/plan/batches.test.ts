import { describe, expect, test } from 'vitest'
import { type BatchLimits, planBatches } from '../../../plugin/scorer/plan/batches.ts'
import { cheapestRuns } from '../../../plugin/scorer/plan/partition.ts'

const wide: BatchLimits = {
  rows: 100,
  continuedRows: 100,
  tokens: 1000,
  places: 1000,
  cached: 1000,
  batchCost: 10,
  unequalStarts: false,
}

/** `start+length` of the rows of each batch. */
const plan = (rows: [start: number, length: number, wanted?: number][], limits: Partial<BatchLimits>) =>
  planBatches(
    rows.map(([start, length, wanted = 0]) => ({
      parent: 0,
      segment: {
        tokens: [],
        start,
        end: start + length,
        wanted: Array.from({ length: wanted }, (_, order) => ({
          place: start + order,
          target: 0,
          piece: 0,
          order,
        })),
        children: [],
      },
    })),
    { ...wide, ...limits },
  ).map(batch => batch.map(({ segment: { start, end } }) => `${start}+${end - start}`))

describe('batches', () => {
  test('longest first; one ends where padding costs more than a run', () => {
    expect(
      plan(
        [
          [0, 3],
          [0, 5],
          [0, 4],
        ],
        {},
      ),
    ).toEqual([['0+5', '0+4', '0+3']])
    expect(
      plan(
        [
          [0, 3],
          [0, 30],
          [0, 4],
        ],
        {},
      ),
    ).toEqual([['0+30'], ['0+4', '0+3']])
    expect(
      plan(
        [
          [0, 3],
          [0, 30],
          [0, 4],
        ],
        { batchCost: 100 },
      ),
    ).toEqual([['0+30', '0+4', '0+3']])
    expect(plan([], {})).toEqual([])
  })

  test.each<[string, Partial<BatchLimits>]>([
    ['rows', { rows: 2 }],
    ['tokens, with padding', { tokens: 11 }],
    ['places', { places: 5 }],
    ['tokens of the cache', { cached: 11 }],
  ])('%s are capped, but what alone is too large still runs', (_, limits) => {
    expect(
      plan(
        [
          [0, 5, 2],
          [0, 5, 2],
          [0, 5, 2],
        ],
        limits,
      ),
    ).toEqual([['0+5', '0+5'], ['0+5']])
    expect(plan([[0, 50, 20]], { rows: 1, tokens: 1, places: 1, cached: 1 })).toEqual([['0+50']])
  })

  test('a place that several ask for counts once', () => {
    const segment = { tokens: [], start: 0, end: 2, children: [] }
    const wanted = [0, 1].map(piece => ({ place: 1, target: piece, piece, order: 0 }))
    const rows = [1, 2].map(() => ({ parent: 0, segment: { ...segment, wanted } }))
    expect(planBatches(rows, { ...wide, places: 2 })).toHaveLength(1)
  })

  test('rows begin alike, unless the model lets them begin anywhere', () => {
    const rows: [number, number][] = [
      [9, 4],
      [40, 4],
      [9, 5],
    ]
    expect(plan(rows, {})).toEqual([['40+4'], ['9+5', '9+4']])
    expect(plan(rows, { unequalStarts: true })).toEqual([['9+5', '9+4', '40+4']])
  })

  test('rows that go on by several tokens may have to run alone', () => {
    expect(
      plan(
        [
          [9, 4],
          [9, 4],
          [9, 1],
          [9, 1],
          [0, 2],
          [0, 2],
        ],
        { continuedRows: 1 },
      ),
    ).toEqual([['9+4'], ['9+4'], ['9+1', '9+1'], ['0+2', '0+2']])
  })

  test('a few rows begin earlier where that spares a run', () => {
    expect(
      plan(
        [
          [10, 4],
          [9, 4],
        ],
        {},
      ),
    ).toEqual([['9+5', '9+4']])
    expect(
      plan(
        [
          [10, 4],
          [9, 4],
        ],
        { batchCost: 1 },
      ),
    ).toEqual([['10+4'], ['9+4']])
  })
})

describe('runs of neighbours', () => {
  test('at the least cost', () => {
    const sizes = [9, 9, 8, 2, 2, 1]
    const cost = (first: number, end: number): number => (end - first) * (sizes[first] as number) + 3
    expect(cheapestRuns(sizes.length, cost)).toEqual([0, 3])
    expect(cheapestRuns(0, cost)).toEqual([])
  })

  test('a run that is too long is none', () => {
    const cost = (first: number, end: number): number | undefined => (end - first > 2 ? undefined : 1)
    expect(cheapestRuns(5, cost)).toHaveLength(3)
  })
})
