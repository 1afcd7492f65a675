import { aggregate } from '../../../plugin/metric/aggregate.ts'
import type { MetricValues, Sample } from '../../../plugin/metric/types.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { compareValue, type Recorded, scoringCase } from './scoring-case.ts'

interface RawMetric {
  metric: string
  filter: string
  items: unknown[]
}

/** Values of a task's documents to its metrics under the harness's keys. */
export const checkTaskAggregation: CheckCase = async row => {
  const { input, expect, options } = scoringCase<{
    aggregations: Record<string, string>
    raw_metrics: RawMetric[]
    bootstrap_iters: unknown
  }>(row)
  const summarise = async (): Promise<Recorded> => {
    const iterations = input.bootstrap_iters
    const task = taskOf(input.aggregations, [...new Set(input.raw_metrics.map(({ filter }) => filter))])
    const results = await aggregate(task, samplesOf(task, input.raw_metrics), {
      bootstrapIters: typeof iterations === 'number' ? iterations : Number.NaN,
    })
    return {
      agg_metrics: Object.fromEntries(
        results.flatMap(({ metric, filter, value, stderr }) => [
          [`${metric},${filter}`, value],
          [`${metric}_stderr,${filter}`, stderr],
        ]),
      ),
      sample_len: Math.max(0, ...results.map(({ count }) => count)),
    }
  }
  if (expect.error !== undefined) return outcomeOf(await compareValue('value', expect, summarise, options))
  const found = await summarise()
  return outcomeOf([
    ...compare('expect', expect, found, options),
    ...compare(
      'keys',
      Object.keys(expect.agg_metrics as Recorded),
      Object.keys(found.agg_metrics as Recorded),
    ),
  ])
}

function taskOf(named: Record<string, string>, filters: readonly string[]): Task {
  const position = { file: 'task.yaml', line: 1, column: 1 }
  const takeFirst = [{ function: 'take_first', options: {} }]
  return {
    name: 'recorded',
    metrics: Object.entries(named).map(([metric, aggregation]) => ({ metric, aggregation, options: {} })),
    clusterMetrics: [],
    filters: filters.map(name => ({ name, steps: takeFirst })),
    processResults: () => ({}),
    locate: () => position,
  } as unknown as Task
}

function samplesOf({ filters }: Task, raw: readonly RawMetric[]): Sample[] {
  const longest = Math.max(0, ...raw.map(({ items }) => items.length))
  return Array.from({ length: longest }, (_, docId) => {
    const values = filters.map(({ name }): [string, MetricValues] => {
      const own = raw.filter(({ filter, items }) => filter === name && docId < items.length)
      return [name, Object.fromEntries(own.map(({ metric, items }) => [metric, items[docId]]))]
    })
    const filtered = Object.fromEntries(values.slice(1))
    return {
      docId,
      values: values[0]?.[1] ?? {},
      filtered,
      prediction: undefined,
      gold: '',
      cluster: undefined,
    }
  })
}
