import { describe, expect, test } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { meanStderr } from '../../../plugin/metric/mean.ts'
import type { MetricResult, Sample } from '../../../plugin/metric/types.ts'
import { makeTask, metrics } from '../task.ts'

const bootstrapIters = 1000

function samples(metric: string, values: readonly unknown[], clusters?: readonly string[]): Sample[] {
  return values.map((value, docId) => ({
    docId,
    values: { [metric]: value },
    prediction: 0,
    gold: 0,
    cluster: clusters?.[docId],
  }))
}

async function figure(
  metric: string,
  values: readonly unknown[],
  clusters?: readonly string[],
  iters = bootstrapIters,
) {
  const task = makeTask({ metrics: metrics(metric) })
  const [result] = await aggregate(task, samples(metric, values, clusters), { bootstrapIters: iters })
  return result as MetricResult
}

describe('an interval', () => {
  test('of zeros and ones is Wilson’s, which stays within 0 and 1', async () => {
    const { interval } = await figure('acc', [1, 1, 1, 1])
    // 4 of 4 by the closed form: 1 / (1 + z² / 4).
    expect(interval).toEqual({ low: expect.closeTo(0.510109, 6), high: 1, method: 'wilson' })
  })

  test('of other means is value ± 1.96 standard errors', async () => {
    const values = [0.5, 1, 0.25, 0]
    const { value, interval } = await figure('acc', values)
    const half = 1.959963984540054 * meanStderr(values)
    expect(interval).toEqual({
      low: expect.closeTo(value - half, 12),
      high: expect.closeTo(value + half, 12),
      method: 'normal',
    })
  })

  test('of a bootstrapped figure is value ± 1.96 standard errors', async () => {
    const pairs = Array.from({ length: 40 }, (_, index) => [index % 2, index % 3 === 0 ? 1 : index % 2])
    const { value, stderr, interval } = await figure('f1', pairs)
    expect(interval).toEqual({
      low: expect.closeTo(value - 1.959963984540054 * Number(stderr), 12),
      high: expect.closeTo(value + 1.959963984540054 * Number(stderr), 12),
      method: 'normal',
    })
  })

  test('ends where the metric does', async () => {
    const { interval } = await figure('f1', [
      [1, 1],
      [1, 1],
      [0, 1],
    ])
    expect(interval).toMatchObject({ high: 1, method: 'normal' })
  })

  test('of a perplexity is that of its mean log-likelihood, and stays above 0', async () => {
    const values = [-1, -30, -2, -5]
    const { value, interval } = await figure('perplexity', values)
    const half = Math.exp(1.959963984540054 * meanStderr(values))
    expect(interval?.method).toBe('log-normal')
    expect((interval?.low ?? 0) / (value / half)).toBeCloseTo(1, 12)
    expect((interval?.high ?? 0) / (value * half)).toBeCloseTo(1, 12)
  })

  test('widens with clusters of equal answers: ten documents in two clusters are two observations', async () => {
    const values = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    const clusters = values.map(value => `cluster ${value}`)
    const plain = (await figure('acc', values)).interval
    const { interval, clustered } = await figure('acc', values, clusters)
    expect(clustered?.clusters).toBe(2)
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(
      (plain?.high ?? 0) - (plain?.low ?? 0),
    )
  })

  test.each([
    ['without standard errors', 'acc', [1, 0, 1], undefined, 0],
    ['of a single value', 'acc', [1], undefined, bootstrapIters],
    [
      'of f1 over dependent documents, whose bootstrap takes them for independent',
      'f1',
      [
        [1, 1],
        [0, 1],
        [1, 0],
      ],
      ['a', 'a', 'b'],
      bootstrapIters,
    ],
    ['of one cluster', 'acc', [1, 0, 1], ['a', 'a', 'a'], bootstrapIters],
    ['of a mean that is NaN', 'acc', [1, Number.NaN, 1], undefined, bootstrapIters],
  ])('is not made %s', async (_, metric, values, clusters, iters) => {
    expect(await figure(metric, values, clusters, iters)).not.toHaveProperty('interval')
  })
})

test('values that are NaN are counted', async () => {
  const task = makeTask({ metrics: [{ metric: 'acc', aggregation: 'nanmean', options: {} }] })
  const [result] = await aggregate(task, samples('acc', [1, Number.NaN, new Number(Number.NaN)]), {
    bootstrapIters: 0,
  })
  expect(result).toMatchObject({ value: 1, nan: 2, count: 3 })
})

test('em over questions is a proportion of questions', async () => {
  const task = makeTask({ clusterMetrics: ['em'] })
  const two = samples('acc', [1, 1, 1, 1], ['a', 'a', 'b', 'b'])
  const em = (await aggregate(task, two, { bootstrapIters })).find(({ metric }) => metric === 'em')
  // 2 of 2 by the closed form: 1 / (1 + z² / 2).
  expect(em).toMatchObject({ value: 1, count: 2, interval: { low: expect.closeTo(0.34238, 5), high: 1 } })
})
