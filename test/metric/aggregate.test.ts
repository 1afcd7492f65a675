import { describe, expect, test } from 'vitest'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import { absentMetrics } from '../../plugin/metric/resolve-metrics.ts'
import type { Sample } from '../../plugin/metric/types.ts'
import { makeTask, metrics } from './task.ts'

function samples(...values: Sample['values'][]): Sample[] {
  return values.map((entry, docId) => ({ docId, values: entry, prediction: 0, gold: 0, cluster: 'all' }))
}

test('metrics come in order of first appearance, each with the number of its values', async () => {
  const task = makeTask({ metrics: metrics('acc', 'acc_norm') })
  const results = await aggregate(task, samples({ acc: 1 }, { acc: 0, acc_norm: 1 }, { acc: 1 }), {
    bootstrapIters: 10,
  })
  expect(results.map(({ metric, count, stderr }) => [metric, count, stderr])).toEqual([
    ['acc', 3, expect.closeTo(1 / 3, 12)],
    ['acc_norm', 1, 'N/A'],
  ])
})

test.each([0, -1, 2.5])('bootstrapIters %s leaves out every standard error', async bootstrapIters => {
  const [result] = await aggregate(makeTask(), samples({ acc: 1 }, { acc: 0 }), { bootstrapIters })
  expect(result).toMatchObject({ value: 0.5, stderr: 'N/A' })
})

test('a function aggregates all values, without a standard error', async () => {
  const task = makeTask({
    metrics: [{ metric: 'acc', aggregation: (items: number[]) => items.length, options: {} }],
  })
  const [result] = await aggregate(task, samples({ acc: 1 }, { acc: 0 }), { bootstrapIters: 10 })
  expect(result).toMatchObject({ value: 2, stderr: 'N/A', higherIsBetter: true })
})

describe('errors name task and metric', () => {
  test('f1 with an answer outside the choices', async () => {
    const task = makeTask({ metrics: metrics('f1') })
    const run = aggregate(task, samples({ f1: [0, 1] }, { f1: [-100, 0] }), { bootstrapIters: 10 })
    await expect(run).rejects.toThrow(
      'Task colours, metric f1: f1 is for two labels, but there are 3: -100, 0, 1 (-100 stands for a right answer that is none of the choices).',
    )
  })

  test('f1 without the label 1', async () => {
    const task = makeTask({ metrics: metrics('f1') })
    const run = aggregate(task, samples({ f1: [0, 2] }, { f1: [2, 0] }), { bootstrapIters: 10 })
    await expect(run).rejects.toThrow(
      'f1 needs the label 1 for the positive answers, but the labels are 0, 2',
    )
  })

  test('an aggregation of the user that fails', async () => {
    const aggregation = function ratio(): number {
      throw new Error('no values with a weight')
    }
    const task = makeTask({ metrics: [{ metric: 'acc', aggregation, options: {} }] })
    await expect(aggregate(task, samples({ acc: 1 }), { bootstrapIters: 10 })).rejects.toMatchObject({
      code: 'METRIC',
      message: 'Task colours, metric acc: no values with a weight.',
    })
  })

  test.each([
    ['a promise', async () => Promise.reject(new Error('late')), 'a promise'],
    ['nothing', () => {}, 'undefined'],
  ])('an aggregation of the user that returns %s', async (_, aggregation, shown) => {
    const task = makeTask({ metrics: [{ metric: 'acc', aggregation, options: {} }] })
    await expect(aggregate(task, samples({ acc: 1 }), { bootstrapIters: 10 })).rejects.toThrow(
      `Task colours, metric acc: the aggregation function returned ${shown}; it must return a number.`,
    )
  })

  test('a cluster metric with the name of a metric of documents', async () => {
    const task = makeTask({ clusterMetrics: ['em'] })
    await expect(aggregate(task, samples({ em: 1 }), { bootstrapIters: 10 })).rejects.toThrow(
      'Task colours, metric em: there are two metrics of this name, one of them in cluster_metrics.',
    )
  })

  test('likelihood, whose registered mean has nothing to add up', async () => {
    const task = makeTask({ metrics: metrics('likelihood') })
    const run = aggregate(task, samples({ likelihood: [0, [-1, -2]] }), { bootstrapIters: 10 })
    await expect(run).rejects.toThrow(
      'Task colours, metric likelihood: value 0 is [0, [-1, -2]], not a number.',
    )
  })
})

test('metrics that the output type has no values for are left out, and known', () => {
  expect(absentMetrics(makeTask({ metrics: metrics('acc', 'perplexity') }))).toEqual(['perplexity'])
  expect(
    absentMetrics(makeTask({ outputType: 'loglikelihood', metrics: metrics('acc', 'acc_norm') })),
  ).toEqual(['acc_norm'])
})

test('a stopped run rejects with its own reason', async () => {
  const task = makeTask({ metrics: metrics('f1') })
  const stop = new Error('stopped')
  const run = aggregate(task, samples({ f1: [0, 1] }, { f1: [1, 1] }), {
    bootstrapIters: 10,
    signal: AbortSignal.abort(stop),
  })
  await expect(run).rejects.toBe(stop)
})
