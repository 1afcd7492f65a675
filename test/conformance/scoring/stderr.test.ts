import { describe, expect, it } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { aggregations, textAggregations } from '../../../plugin/metric/aggregations.ts'
import { bootstrapStderr } from '../../../plugin/metric/bootstrap.ts'
import { meanStderr, sampleStddev } from '../../../plugin/metric/mean.ts'
import { toNumbers } from '../../../plugin/metric/numbers.ts'
import type { Statistic } from '../../../plugin/metric/statistic.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { near, plain, recordedCases, toleranceOf } from './recorded-cases.ts'

interface StderrCase {
  id: string
  kind: string
  tol?: string
  note?: string
  input: {
    aggregation: string
    items: unknown[]
    iters: number
    aggregations: Record<string, string>
    raw_metrics: { metric: string; filter: string; items: unknown[] }[]
    bootstrap_iters: number
  }
  expect: { value?: unknown; error?: string; [key: string]: unknown }
}

const cases = recordedCases<StderrCase>('stderr')
const ofKind = (kind: string): StderrCase[] => cases.filter(entry => entry.kind === kind)

describe('closed forms', () => {
  it.each(ofKind('mean_stderr'))('$id', ({ input, expect: recorded, tol }) => {
    const found = meanStderr(toNumbers(input.items))
    // Where Python divides by zero, nothing of ours asks: aggregate() needs two values for a standard error.
    if (recorded.error !== undefined) expect(found).toBeNaN()
    else expect(near(found, recorded.value, toleranceOf(tol)), `${found} for ${recorded.value}`).toBe(true)
  })

  it.each(ofKind('stddev'))('$id', ({ input, expect: recorded }) => {
    const { value, error } = recorded.sample as { value?: number; error?: string }
    const found = sampleStddev(toNumbers(input.items))
    if (error !== undefined) expect(found).toBeNaN()
    else expect(near(found, value, 1e-12)).toBe(true)
  })
})

describe('bootstrap', () => {
  it.each(ofKind('bootstrap_stderr'))('$id $input.aggregation', async ({ input, expect: recorded, tol }) => {
    const items = plain(input.items) as unknown[]
    const { stderr } = aggregations[input.aggregation] as (typeof aggregations)[string]
    const statistic = (stderr as (items: readonly unknown[]) => Statistic)(items)
    const run = bootstrapStderr(statistic, { iterations: Number(input.iters) })
    if (recorded.error !== undefined) return void (await expect(run).rejects.toThrow(RangeError))
    const found = await run
    expect(near(found, recorded.value, toleranceOf(tol)), `${found} for ${recorded.value}`).toBe(true)
  })

  const known = ofKind('stderr_for_metric').filter(
    ({ input }) => input.aggregation !== 'acc_all' && !textAggregations.includes(input.aggregation),
  )
  it.each(known)('$id $input.aggregation', ({ input, expect: recorded }) => {
    const { stderr } = aggregations[input.aggregation] as (typeof aggregations)[string]
    const kind = stderr === 'mean' ? 'mean_stderr' : stderr === undefined ? null : 'bootstrap'
    expect(kind).toBe(recorded['100000'])
  })
})

describe('metrics of a task', () => {
  it.each(ofKind('task_aggregation'))('$id $note', async ({ input, expect: recorded, tol }) => {
    const filters = [...new Set(input.raw_metrics.map(({ filter }) => filter))]
    const figures: Record<string, unknown> = {}
    for (const filter of filters) {
      const raw = input.raw_metrics.filter(entry => entry.filter === filter)
      const results = await aggregate(taskOf(input.aggregations), samplesOf(raw), {
        bootstrapIters: Number(input.bootstrap_iters),
      })
      for (const { metric, value, stderr } of results) {
        figures[`${metric},${filter}`] = value
        figures[`${metric}_stderr,${filter}`] = stderr
      }
    }
    const expected = recorded.agg_metrics as Record<string, unknown>
    expect(Object.keys(figures)).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected)) {
      if (value === 'N/A') expect(figures[key]).toBe('N/A')
      else expect(near(figures[key], value, toleranceOf(tol)), `${key} is ${figures[key]}`).toBe(true)
    }
  })
})

function taskOf(named: Record<string, string>): Task {
  const position = { file: 'task.yaml', line: 1, column: 1 }
  const metrics = Object.entries(named).map(([metric, aggregation]) => ({ metric, aggregation, options: {} }))
  return {
    name: 'recorded',
    metrics,
    clusterMetrics: [],
    filters: [{ name: 'none', steps: [{ function: 'take_first', options: {} }] }],
    processResults: () => ({}),
    locate: () => position,
  } as unknown as Task
}

function samplesOf(raw: StderrCase['input']['raw_metrics']) {
  const longest = Math.max(...raw.map(({ items }) => items.length))
  return Array.from({ length: longest }, (_, docId) => ({
    docId,
    values: Object.fromEntries(
      raw
        .filter(({ items }) => docId < items.length)
        .map(({ metric, items }) => [metric, plain(items[docId])]),
    ),
    prediction: undefined,
    gold: '',
    cluster: undefined,
  }))
}
