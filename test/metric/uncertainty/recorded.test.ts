import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { meanStderr } from '../../../plugin/metric/mean.ts'
import { clusterStderr } from '../../../plugin/metric/uncertainty/cluster-stderr.ts'
import { wilsonInterval } from '../../../plugin/metric/uncertainty/wilson.ts'
import { makeTask } from '../task.ts'

const recorded = JSON.parse(readFileSync(new URL('./fixtures/recorded.json', import.meta.url), 'utf8')) as {
  wilson: [successes: number, trials: number, low: number, high: number][]
  clusters: { values: number[]; clusters: number[]; stderr: number }[]
  mc_taco_smollm2: { right: string; questions: number[]; naive: number; stderr: number }
}

test.each(recorded.wilson)('the interval of %i of %i is that of SciPy', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes / trials, trials)
  expect(interval.low).toBeCloseTo(low, 12)
  expect(interval.high).toBeCloseTo(high, 12)
})

test.each(recorded.clusters)(
  'the error over clusters is the recorded one: $stderr',
  ({ values, clusters, stderr }) => {
    const found = clusterStderr(Float64Array.from(values), clusters.map(String))
    expect(found?.stderr).toBeCloseTo(stderr, 12)
    expect(found?.clusters).toBe(new Set(clusters).size)
  },
)

test('clusters of one value each give the plain standard error', () => {
  const values = Float64Array.from([0.25, 1, 0, 0.5])
  expect(clusterStderr(values, ['a', 'b', 'c', 'd'])?.stderr).toBeCloseTo(meanStderr(values), 14)
})

test('one cluster says nothing', () => {
  expect(clusterStderr(Float64Array.from([0, 1]), ['a', 'a'])).toBeUndefined()
})

test('SmolLM2-135M on a thousand documents of MC-TACO: 0.0154 by document, 0.0208 by question', async () => {
  const { right, questions, naive, stderr } = recorded.mc_taco_smollm2
  const samples = [...right].map((digit, docId) => ({
    docId,
    values: { acc: Number(digit) },
    prediction: 0,
    gold: 0,
    cluster: `${questions[docId]}`,
  }))
  const [acc] = await aggregate(makeTask(), samples, { bootstrapIters: 1 })
  expect(acc?.stderr).toBeCloseTo(naive, 12)
  expect(acc?.clustered?.stderr).toBeCloseTo(stderr, 12)
  expect(acc?.clustered?.clusters).toBe(157)
  expect(acc?.stderr).toBeCloseTo(0.0154, 4)
  expect(acc?.clustered?.stderr).toBeCloseTo(0.0208, 4)
})
