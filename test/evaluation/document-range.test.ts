import { expect, test } from 'vitest'
import { cutClusters, limitedCount } from '../../plugin/evaluation/document-range.ts'

test.each([
  [10, undefined, 10],
  [10, 3, 3],
  [10, 2.7, 2],
  [10, 1.0, 1],
  [10, 0.25, 3],
  [10, 0.001, 1],
  [10, 11, 10],
])('of %d documents a limit of %s leaves %d', (total, limit, count) => {
  expect(limitedCount(total, limit)).toBe(count)
})

test('a selection cuts a cluster if it has some of its documents, not all', () => {
  const clusters = ['a', 'a', 'b', 'b', undefined, 'c']
  expect(cutClusters(clusters, [0, 1, 2, 4, 5])).toEqual({ cut: 1, total: 3 })
  expect(cutClusters(clusters, [0, 1])).toEqual({ cut: 0, total: 1 })
  expect(cutClusters(clusters, [0, 3])).toEqual({ cut: 2, total: 2 })
})
