import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clusterMetrics } from '../../plugin/metric/cluster-metrics.ts'
import type { Sample } from '../../plugin/metric/types.ts'

const em = clusterMetrics.em as (typeof clusterMetrics)[string]
const f1 = clusterMetrics.f1_question as (typeof clusterMetrics)[string]

function sample(cluster: string, gold: number, prediction: number, docId = 0): Sample {
  return { docId, values: {}, prediction, gold, cluster }
}

test('em counts clusters whose every document is answered right', () => {
  const samples = [sample('a', 1, 1), sample('b', 0, 0), sample('a', 0, 1), sample('c', 1, 1)]
  expect(em(samples)).toMatchObject({ value: 2 / 3, stderr: expect.closeTo(1 / 3, 12), count: 3 })
})

test.each([
  [
    'nothing predicted yes, something is',
    [
      [1, 0],
      [0, 0],
    ],
    0,
  ],
  [
    'nothing predicted yes, nothing is',
    [
      [0, 0],
      [0, 0],
    ],
    1,
  ],
  [
    'something predicted yes, nothing is',
    [
      [0, 1],
      [0, 0],
    ],
    0,
  ],
  [
    'one of two found, one wrong',
    [
      [1, 1],
      [1, 0],
      [0, 1],
    ],
    0.5,
  ],
  [
    'all found, one too many',
    [
      [1, 1],
      [0, 1],
    ],
    2 / 3,
  ],
] as [string, [number, number][], number][])('f1_question: %s', (_, pairs, expected) => {
  expect(f1(pairs.map(([gold, prediction]) => sample('q', gold, prediction))).value).toBe(expected)
})

test('a document without a cluster is an error', () => {
  expect(() => em([{ ...sample('a', 0, 0, 7), cluster: undefined }])).toThrow('document 7 has no cluster')
})

test('f1_question is refused where there is a third choice', () => {
  expect(() => f1([sample('q', 0, 2, 4)])).toThrow('but document 4 has more')
  expect(() => f1([sample('q', 2, 0, 5)])).toThrow('but document 5 has more')
})

const shared = join(import.meta.dirname, '../../../shared')
const rows = join(shared, 'data/mc_taco-test.jsonl')
const absent = existsSync(rows) ? '' : ' (skipped: the rows of MC-TACO may not be shipped and are not here)'

describe.skipIf(absent !== '')(`published predictions for MC-TACO${absent}`, () => {
  test.each([
    ['bert.norm.txt', 0.42718, 0.6993],
    ['esim.elmo.txt', 0.26351, 0.54857],
  ])('%s has the figures of the authors’ evaluator', (file, strict, average) => {
    const lines = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n')
    const predictions = lines(join(shared, 'reference/mc_taco-predictions', file))
    const samples = lines(rows).map((line, docId) => {
      const { sentence, question, label } = JSON.parse(line)
      return sample(`${sentence} ${question}`, label, Number(predictions[docId] === 'yes'), docId)
    })
    expect(em(samples).count).toBe(1332)
    // Some of the published figures are rounded to five decimals, some cut.
    expect(Math.abs(em(samples).value - strict)).toBeLessThan(1e-5)
    expect(Math.abs(f1(samples).value - average)).toBeLessThan(1e-5)
  })
})
