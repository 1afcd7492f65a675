import { describe, expect, test } from 'vitest'
import { planBatches } from '../../../plugin/scorer/plan/batches.ts'
import { countTokens, prefixTree } from '../../../plugin/scorer/plan/prefix-tree.ts'
import type { Segment } from '../../../plugin/scorer/plan/segment.ts'
import { shapeSegments } from '../../../plugin/scorer/plan/shape-segments.ts'

const pieces = (inputs: number[][], targets = 1) =>
  inputs.map((input, piece) => ({
    input,
    targets: Array.from({ length: targets }, (_, n) => piece * 10 + n),
  }))

interface Shown {
  tokens: number[]
  wanted?: string[]
  children?: Shown[]
}

/** Tokens of each segment, and `place:target` for what it answers. */
const shown = (segments: readonly Segment[]): Shown[] =>
  segments.map(({ tokens, start, end, wanted, children }) => ({
    tokens: tokens.slice(start, end),
    ...(wanted.length > 0 ? { wanted: wanted.map(({ place, target }) => `${place}:${target}`) } : {}),
    ...(children.length > 0 ? { children: shown(children) } : {}),
  }))

describe('a prefix tree', () => {
  test('holds what several inputs begin with once', () => {
    const tree = prefixTree(pieces([[1, 2, 3], [1, 2, 4, 5], [9]]))
    expect(shown(tree)).toEqual([
      {
        tokens: [1, 2],
        children: [
          { tokens: [3], wanted: ['2:0'] },
          { tokens: [4, 5], wanted: ['3:10'] },
        ],
      },
      { tokens: [9], wanted: ['0:20'] },
    ])
  })

  test('is one segment where an input goes on from another, and equal inputs are one', () => {
    expect(
      shown(
        prefixTree(
          pieces([
            [1, 2, 3, 4],
            [1, 2],
            [1, 2],
            [1, 2, 3],
          ]),
        ),
      ),
    ).toEqual([{ tokens: [1, 2, 3, 4], wanted: ['1:10', '1:20', '2:30', '3:0'] }])
  })

  test('answers each target where its place is, in shared parts too', () => {
    expect(
      shown(
        prefixTree(
          pieces(
            [
              [1, 2, 3],
              [1, 2, 4],
            ],
            2,
          ),
        ),
      ),
    ).toEqual([
      {
        tokens: [1, 2],
        wanted: ['1:0', '1:10'],
        children: [
          { tokens: [3], wanted: ['2:1'] },
          { tokens: [4], wanted: ['2:11'] },
        ],
      },
    ])
  })

  test('branches over many levels', () => {
    const tree = prefixTree(
      pieces([
        [1, 1, 1, 1],
        [1, 1, 1, 2],
        [1, 1, 2],
        [1, 2, 1],
        [1, 2, 2],
      ]),
    )
    expect(countTokens(tree)).toBe(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)
    expect(shown(tree)[0]?.children?.[0]).toMatchObject({
      tokens: [1],
      children: [{ tokens: [1], children: [{ tokens: [1] }, { tokens: [2] }] }, { tokens: [2] }],
    })
  })

  test('of nothing is empty', () => {
    expect(prefixTree([])).toEqual([])
  })
})

describe('segments that are worth a run', () => {
  const long = [1, 2, 3, 4, 5, 6, 7, 8]
  const shape = (inputs: number[][], canContinue = true, rowTokens = 100) =>
    shown(shapeSegments(prefixTree(pieces(inputs)), { canContinue, rowTokens, rowCost: 1 }))

  test('a long beginning is one, a short one is run over again', () => {
    expect(
      shape([
        [...long, 10],
        [...long, 11],
      ]),
    ).toMatchObject([{ tokens: long, children: [{ tokens: [10] }, { tokens: [11] }] }])
    expect(
      shape([
        [1, 10],
        [1, 11],
      ]),
    ).toEqual([
      { tokens: [1, 10], wanted: ['1:0'] },
      { tokens: [1, 11], wanted: ['1:10'] },
    ])
  })

  test('what a beginning is asked is answered once when it is run over again', () => {
    expect(shape([[1], [1, 10], [1, 11]])).toEqual([
      { tokens: [1, 10], wanted: ['0:0', '1:10'] },
      { tokens: [1, 11], wanted: ['1:20'] },
    ])
  })

  test('a model that cannot go on runs over everything whole', () => {
    expect(
      shape(
        [
          [...long, 10],
          [...long, 11],
        ],
        false,
        2,
      ),
    ).toMatchObject([{ tokens: [...long, 10] }, { tokens: [...long, 11] }])
  })

  test('what is too long for one run becomes a chain', () => {
    expect(shape([long], true, 3)).toEqual([
      {
        tokens: [1, 2, 3],
        children: [{ tokens: [4, 5, 6], children: [{ tokens: [7, 8], wanted: ['7:0'] }] }],
      },
    ])
  })
})

test('thousands of levels are no matter', () => {
  const inputs = Array.from({ length: 3000 }, (_, level) => [...new Array<number>(level).fill(1), 2])
  const tree = prefixTree(pieces(inputs))
  expect(countTokens(tree)).toBe(2999 + 3000)
  const shaped = shapeSegments(tree, { canContinue: false, rowTokens: 10, rowCost: 1 })
  expect(shaped).toHaveLength(3000)
})

test('hundreds of thousands of continuations of one beginning are no matter', () => {
  const beginning = [1, 2, 3, 4, 5]
  const inputs = Array.from({ length: 200_000 }, (_, last) => [...beginning, last])
  const tree = prefixTree(pieces(inputs))
  expect(countTokens(tree)).toBe(5 + 200_000)
  const [shaped] = shapeSegments(tree, { canContinue: true, rowTokens: 10, rowCost: 1 })
  const rows = (shaped?.children ?? []).map(segment => ({ segment, parent: 0 }))
  const limits = { rows: 256, continuedRows: 256, tokens: 512, places: 300, cached: 1400, batchCost: 12 }
  expect(planBatches(rows, { ...limits, unequalStarts: true })).toHaveLength(Math.ceil(200_000 / 233))
})
