import type { FieldPath, Task, TaskFunction } from '../task/types.ts'
import { aggregations } from './aggregations.ts'
import { bootstrapStderr } from './bootstrap.ts'
import { clusterMetrics } from './cluster-metrics.ts'
import { unavailableMetrics } from './encoder-values.ts'
import { resolveFilters } from './filter/resolve-filters.ts'
import { mean, meanStderr } from './mean.ts'
import { metricError, thrownText } from './metric-error.ts'
import { toNumbers } from './numbers.ts'
import { type ResolvedMetric, resolveMetrics } from './resolve-metrics.ts'
import { shownValue } from './shown-value.ts'
import type { MetricResult, MetricValues, Sample } from './types.ts'
import { choiceMetrics } from './uncertainty/chance.ts'
import { uncertaintyOf } from './uncertainty/of-metric.ts'

export interface AggregateOptions {
  /** Resamples of a bootstrap, the harness's `bootstrap_iters`; 0 leaves out every standard error. */
  bootstrapIters: number
  signal?: AbortSignal | undefined
  /** Called while the standard error of a metric is bootstrapped, with the number of resamples so far and in the end. */
  onBootstrap?: ((metric: string, done: number, total: number) => void) | undefined
}

/** Metrics whose bootstrap the harness cuts to 100 resamples, by the metric's own name. */
const slowMetrics = ['bleu', 'chrf', 'chrf++', 'ter']

/**
 * Sums up the values of all documents, filter by filter, in order of the metrics' first appearance, then the task's cluster
 * metrics (of the first filter). Values and standard errors are the harness's (metrics-spec.md, 3); values that a metric's
 * function named are summed up as that metric; those of a metric that `metric_list` does not name are averaged and have no
 * direction.
 * A metric that misses its encoder is left out.
 * @param samples in document order: the sums' last digits and the resamples depend on it
 * @throws LmEvalError METRIC that names task and metric; the signal's reason
 */
export async function aggregate(
  task: Task,
  samples: readonly Sample[],
  options: AggregateOptions,
): Promise<MetricResult[]> {
  const resolved = resolveMetrics(task)
  const results: MetricResult[] = []
  const filters = [...resolveFilters(task).keys()]
  const unavailable = new Set(unavailableMetrics(samples, filters).map(({ metric }) => metric))
  for (const [place, filter] of filters.entries()) {
    const values = samples.map(sample => (place === 0 ? sample.values : (sample.filtered?.[filter] ?? {})))
    for (const [metric, { items, places }] of collect(values)) {
      if (unavailable.has(metric)) continue
      const found = findMetric(resolved, metric, samples)
      const of = places.length === samples.length ? samples : places.map(index => samples[index] as Sample)
      results.push({
        metric,
        filter,
        ...(await attempt(task, metric, options.signal, () => summarise(metric, found, items, of, options))),
        higherIsBetter: found.higherIsBetter,
        count: items.length,
        ...besideFigure(metric, items, of),
      })
    }
  }
  for (const metric of task.clusterMetrics) {
    const taken = results.some(result => result.metric === metric)
    const filter = filters[0] as string
    results.push({ ...(await clusterResult(task, metric, samples, options, taken)), filter })
  }
  return results
}

function findMetric(
  resolved: ReadonlyMap<string, ResolvedMetric>,
  metric: string,
  samples: readonly Sample[],
): ResolvedMetric {
  const source = samples.find(({ sources }) => sources !== undefined && Object.hasOwn(sources, metric))
  return (
    resolved.get(metric) ??
    resolved.get(source?.sources?.[metric] ?? '') ?? { aggregation: 'mean', higherIsBetter: undefined }
  )
}

/** Values of a metric, and which of the documents they come from. */
interface Collected {
  items: unknown[]
  places: number[]
}

function collect(valuesOfDocuments: readonly MetricValues[]): Map<string, Collected> {
  const collected = new Map<string, Collected>()
  for (const [place, values] of valuesOfDocuments.entries()) {
    for (const metric of Object.keys(values)) {
      let of = collected.get(metric)
      if (of === undefined) {
        of = { items: [], places: [] }
        collected.set(metric, of)
      }
      of.items.push(values[metric])
      of.places.push(place)
    }
  }
  return collected
}

type Figures = Pick<MetricResult, 'value' | 'stderr' | 'interval' | 'clustered'>

/** What a reader must know to read the figure: chance level, values that are none. */
function besideFigure(
  metric: string,
  items: readonly unknown[],
  samples: readonly Sample[],
): Pick<MetricResult, 'chance' | 'nan'> {
  let nan = 0
  for (const item of items)
    if (Number.isNaN(item) || (item instanceof Number && Number.isNaN(Number(item)))) nan += 1
  const known = choiceMetrics.includes(metric) && samples.every(({ chance }) => chance !== undefined)
  return {
    ...(known ? { chance: mean(samples.map(({ chance }) => chance as number)) } : {}),
    ...(nan === 0 ? {} : { nan }),
  }
}

async function summarise(
  metric: string,
  { aggregation }: ResolvedMetric,
  items: readonly unknown[],
  samples: readonly Sample[],
  options: AggregateOptions,
): Promise<Figures> {
  const figures = await figuresOf(metric, aggregation, items, options)
  const of = {
    aggregation: typeof aggregation === 'string' ? aggregation : undefined,
    items,
    clusters: samples.some(({ cluster }) => cluster === undefined)
      ? undefined
      : samples.map(({ cluster }) => cluster as string),
    ...figures,
  }
  return { ...figures, ...uncertaintyOf(of) }
}

async function figuresOf(
  metric: string,
  aggregation: ResolvedMetric['aggregation'],
  items: readonly unknown[],
  { bootstrapIters, signal, onBootstrap }: AggregateOptions,
): Promise<Pick<MetricResult, 'value' | 'stderr'>> {
  if (typeof aggregation !== 'string') return { value: callAggregation(aggregation, items), stderr: 'N/A' }
  const { value, stderr } = aggregations[aggregation] as (typeof aggregations)[string]
  const total = value(items)
  if (typeof total === 'string')
    throw new TypeError(`its ${aggregation} is ${shownValue(total)}; a figure must be a number`)
  if (!hasStderr(bootstrapIters, items.length) || stderr === undefined) return { value: total, stderr: 'N/A' }
  if (stderr === 'mean') return { value: total, stderr: meanStderr(toNumbers(items)) }
  const onProgress = (done: number, total: number): void => onBootstrap?.(metric, done, total)
  const iterations = slowMetrics.includes(metric) ? Math.min(bootstrapIters, 100) : bootstrapIters
  return { value: total, stderr: await bootstrapStderr(stderr(items), { iterations, signal, onProgress }) }
}

/** Whether there is a standard error at all: the harness leaves out even closed forms where the number of iterations is no positive integer. */
export function hasStderr(bootstrapIters: number, count: number): boolean {
  return Number.isInteger(bootstrapIters) && bootstrapIters > 0 && count > 1
}

function callAggregation(aggregation: TaskFunction, items: readonly unknown[]): number {
  const value: unknown = aggregation([...items])
  const number = value instanceof Number || typeof value === 'bigint' ? Number(value) : value
  if (typeof number === 'number') return number
  if (value instanceof Promise) value.catch(() => {})
  const shown = value instanceof Promise ? 'a promise' : shownValue(value)
  throw new TypeError(`the aggregation function returned ${shown}; it must return a number`)
}

async function clusterResult(
  task: Task,
  metric: string,
  samples: readonly Sample[],
  { bootstrapIters, signal }: AggregateOptions,
  taken: boolean,
): Promise<MetricResult> {
  return attempt(task, metric, signal, async () => {
    if (taken) throw new TypeError('there are two metrics of this name, one of them in cluster_metrics')
    const figure = Object.hasOwn(clusterMetrics, metric) ? clusterMetrics[metric] : undefined
    if (figure === undefined) {
      throw new TypeError(
        `there is no such cluster metric; there are ${Object.keys(clusterMetrics).join(', ')}`,
      )
    }
    const { scores, value, stderr, count } = figure(samples)
    const shown = hasStderr(bootstrapIters, count) ? stderr : 'N/A'
    // Clusters are what this metric is over: they do not depend on each other.
    const of = { aggregation: 'mean', items: scores, clusters: undefined, value, stderr: shown } as const
    return { metric, filter: 'none', value, stderr: shown, higherIsBetter: true, count, ...uncertaintyOf(of) }
  })
}

/** Where the task file asks for a metric. */
function pathOf({ metrics, clusterMetrics }: Task, metric: string): FieldPath {
  const index = metrics.findLastIndex(
    ({ metric: entry }) => (typeof entry === 'string' ? entry : entry.name) === metric,
  )
  if (index >= 0) return ['metric_list', index]
  return clusterMetrics.includes(metric) ? ['metadata', 'cluster_metrics'] : ['metric_list']
}

async function attempt<T>(
  task: Task,
  metric: string,
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (signal?.aborted) throw error
    throw metricError(task, `metric ${metric}`, thrownText(error), error, pathOf(task, metric))
  }
}
