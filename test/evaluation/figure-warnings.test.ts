import { describe, expect, test } from 'vitest'
import {
  countUnanswered,
  figureWarnings,
  unansweredWarnings,
} from '../../plugin/evaluation/figure-warnings.ts'
import type { MetricResult } from '../../plugin/metric/types.ts'

const acc: MetricResult = {
  metric: 'acc',
  filter: 'none',
  value: 0.5,
  stderr: 0.05,
  higherIsBetter: true,
  count: 100,
  interval: { low: 0.4, high: 0.6, method: 'wilson' },
  chance: 0.5,
}

describe('a figure that answers drawn by lot could reach', () => {
  test('is told with its interval', () => {
    expect(figureWarnings([acc])).toEqual([
      'acc is not distinguishable from answers drawn by lot (0.5000): its 95 % interval is 0.4000 to 0.6000.',
    ])
  })

  test.each([
    ['above', 0.25],
    ['below', 0.75],
  ])('is not told %s it', (_, chance) => {
    expect(figureWarnings([{ ...acc, chance }])).toEqual([])
  })
})

test('values that are NaN are told with their share', () => {
  const { interval: _, chance: __, ...plain } = acc
  expect(figureWarnings([{ ...plain, metric: 'rouge1', filter: 'strict', nan: 4, count: 22 }])).toEqual([
    '4 of 22 values of rouge1,strict are NaN (18.2 %) and not in its figure.',
  ])
  expect(figureWarnings([{ ...plain, value: Number.NaN, nan: 1, count: 3 }])).toEqual([
    '1 of 3 values of acc are NaN (33.3 %).',
  ])
})

test('a filter that finds no answer in more than a fifth of the documents is told', () => {
  const counts = { selected: 10, total: 10, failed: 0, truncated: 0 }
  expect(unansweredWarnings({ ...counts, unanswered: { strict: 3, loose: 2 } }, 10)).toEqual([
    'The filter strict found no answer in 3 of 10 documents (30.0 %): look at the generated texts before trusting its metrics.',
  ])
  expect(unansweredWarnings(counts, 10)).toEqual([])
})

test('documents without an answer are counted filter by filter', () => {
  const sample = { docId: 0, values: {}, prediction: undefined, gold: '', cluster: undefined }
  expect(
    countUnanswered([sample, { ...sample, unanswered: ['a', 'b'] }, { ...sample, unanswered: ['b'] }]),
  ).toEqual({
    a: 1,
    b: 2,
  })
  expect(countUnanswered([sample])).toBeUndefined()
})
