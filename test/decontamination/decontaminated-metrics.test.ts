import { describe, expect, test } from 'vitest'
import { besideTwins, decontaminatedMetrics } from '../../plugin/decontamination/index.ts'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import type { MetricResult, Sample } from '../../plugin/metric/types.ts'
import { makeTask, metrics } from '../metric/task.ts'

const options = { bootstrapIters: 300 }

function sample(docId: number, values: Record<string, unknown>, changes: Partial<Sample> = {}): Sample {
  return { docId, values, prediction: 0, gold: 0, cluster: undefined, ...changes }
}

const names = (results: readonly MetricResult[]): string[] =>
  results.map(({ metric, filter }) => `${metric},${filter}`)

const renamed = (results: readonly MetricResult[]): MetricResult[] =>
  results.map(result => ({ ...result, metric: `${result.metric}_decontaminate` }))

describe('twins', () => {
  const task = makeTask({ metrics: metrics('acc', 'f1', 'mcc') })
  const samples = [0, 1, 2, 3, 4, 5].map(docId =>
    sample(docId, {
      acc: docId % 2,
      f1: [docId % 2, docId % 3 === 0 ? 1 : 0],
      mcc: [docId % 2, 1 - (docId % 2)],
    }),
  )

  test('are the metrics of the clean documents, bootstraps too', async () => {
    const clean = samples.filter(({ docId }) => docId !== 1 && docId !== 4)
    expect(await decontaminatedMetrics(task, samples, new Set([1, 4]), options)).toEqual(
      renamed(await aggregate(task, clean, options)),
    )
  })

  test('are the metrics themselves where nothing is contaminated', async () => {
    expect(await decontaminatedMetrics(task, samples, new Set(), options)).toEqual(
      renamed(await aggregate(task, samples, options)),
    )
  })

  test('are not there where everything is contaminated', async () => {
    expect(await decontaminatedMetrics(task, samples, new Set([0, 1, 2, 3, 4, 5]), options)).toEqual([])
  })

  test('have a single clean document without a standard error', async () => {
    const [acc] = await decontaminatedMetrics(task, samples, new Set([0, 2, 3, 4, 5]), options)
    expect(acc).toMatchObject({ metric: 'acc_decontaminate', value: 1, stderr: 'N/A', count: 1 })
  })

  test('stand behind their metrics only where the first document is clean', async () => {
    const plain = await aggregate(task, samples, options)
    const order = async (contaminated: Set<number>) =>
      names(
        besideTwins(
          samples,
          contaminated,
          plain,
          await decontaminatedMetrics(task, samples, contaminated, options),
        ),
      )
    expect(await order(new Set([1]))).toEqual(
      ['acc', 'acc_decontaminate', 'f1', 'f1_decontaminate', 'mcc', 'mcc_decontaminate'].map(
        name => `${name},none`,
      ),
    )
    expect(await order(new Set([0]))).toEqual(
      ['acc', 'f1', 'mcc', 'acc_decontaminate', 'f1_decontaminate', 'mcc_decontaminate'].map(
        name => `${name},none`,
      ),
    )
  })
})

test('every filter has its twins', async () => {
  const task = makeTask({
    metrics: metrics('exact_match'),
    outputType: 'generate_until',
    filters: ['strict', 'loose'].map(name => ({ name, steps: [{ function: 'take_first', options: {} }] })),
  })
  const samples = [0, 1, 2].map(docId =>
    sample(docId, { exact_match: 0 }, { filtered: { loose: { exact_match: docId === 2 ? 1 : 0 } } }),
  )
  const results = await decontaminatedMetrics(task, samples, new Set([0]), options)
  expect(results.map(({ metric, filter, value }) => [metric, filter, value])).toEqual([
    ['exact_match_decontaminate', 'strict', 0],
    ['exact_match_decontaminate', 'loose', 0.5],
  ])
})

test('values that a function named are summed up as its metric', async () => {
  const whole = (): number => 0
  const task = makeTask({
    metrics: [{ metric: whole, aggregation: 'median', higherIsBetter: false, options: {} }],
    outputType: 'generate_until',
  })
  const samples = [5, 1, 3].map((value, docId) =>
    sample(docId, { part: value }, { sources: { part: 'whole' } }),
  )
  const [twin] = await decontaminatedMetrics(task, samples, new Set(), options)
  expect(twin).toMatchObject({ metric: 'part_decontaminate', value: 3, higherIsBetter: false })
})

test('metrics over clusters have twins', async () => {
  const task = makeTask({ clusterMetrics: ['em'] })
  const samples = [0, 1, 2, 3].map(docId =>
    sample(
      docId,
      { acc: docId === 3 ? 0 : 1 },
      { cluster: String(docId >> 1), prediction: docId === 3 ? 1 : 0 },
    ),
  )
  const twins = await decontaminatedMetrics(task, samples, new Set([2, 3]), options)
  expect(twins.map(({ metric, value }) => [metric, value])).toEqual([
    ['acc_decontaminate', 1],
    ['em_decontaminate', 1],
  ])
})

test('a twin of bleu gets every resample, and bleu itself a hundred, as the version-0 evaluator did', async () => {
  const task = makeTask({ metrics: metrics('bleu'), outputType: 'generate_until' })
  const texts = [
    'the cat sat on the mat',
    'a dog ran over the hill',
    'it is time to go home now',
    'one two three four',
  ]
  const samples = texts.map((text, docId) =>
    sample(docId, { bleu: [text, docId % 2 === 0 ? text : `${text} again and again`] }),
  )
  const hundred = await aggregate(task, samples, { bootstrapIters: 100 })
  expect(await aggregate(task, samples, options)).toEqual(hundred)
  const [capped] = await decontaminatedMetrics(task, samples, new Set(), { bootstrapIters: 100 })
  const [full] = await decontaminatedMetrics(task, samples, new Set(), options)
  expect(capped?.stderr).toBe(hundred[0]?.stderr)
  expect(full?.stderr).not.toBe(hundred[0]?.stderr)
})
