import { expect, test } from 'vitest'
import { joinPair } from '../../plugin/encoder/pair-tokens.ts'
import { wrapTokens } from '../../plugin/encoder/token-wrap.ts'

test('the longer text of a pair is cut, the candidate where both are as long', () => {
  // lengths that _truncate_seq_pair of google-research/bleurt leaves
  for (const [reference, candidate, room, left] of [
    [3, 3, 6, [3, 3]],
    [3, 3, 5, [3, 2]],
    [3, 3, 4, [2, 2]],
    [9, 2, 6, [4, 2]],
    [2, 9, 6, [2, 4]],
    [9, 9, 7, [4, 3]],
    [0, 9, 4, [0, 4]],
  ] as const) {
    const [first, second] = [Array(reference).fill(7), Array(candidate).fill(8)]
    const { ids, types, truncated } = joinPair(first, second, [1, 2], room + 3)
    expect(ids).toEqual([1, ...Array(left[0]).fill(7), 2, ...Array(left[1]).fill(8), 2])
    expect(types).toEqual([...Array(left[0] + 2).fill(0), ...Array(left[1] + 1).fill(1)])
    expect(truncated).toBe(left[0] < reference || left[1] < candidate)
  }
})

test('special tokens stay where a text is cut', () => {
  const bert = { specials: [1, 2], before: 1 } as const
  expect(wrapTokens([5, 6, 7], bert, 4)).toEqual({ ids: [1, 5, 6, 2], truncated: true })
  expect(wrapTokens([5, 6], bert, 4)).toEqual({ ids: [1, 5, 6, 2], truncated: false })
  expect(wrapTokens([5, 6], bert, undefined)).toEqual({ ids: [1, 5, 6, 2], truncated: false })
  expect(wrapTokens([5, 6, 7], { ...bert, before: 0 }, 4)).toEqual({ ids: [5, 6, 1, 2], truncated: true })
})
