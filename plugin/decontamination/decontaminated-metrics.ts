import { type AggregateOptions, aggregate } from '../metric/aggregate.ts'
import { resolveMetrics } from '../metric/resolve-metrics.ts'
import type { MetricResult, MetricValues, Sample } from '../metric/types.ts'
import type { Task } from '../task/types.ts'

/** What a metric's twin over the clean documents is called after it. */
export const decontaminateSuffix = '_decontaminate'

/**
 * The task's metrics over the documents that are not in training text, each under its name with `_decontaminate` behind it
 * (metrics-spec.md, 9.3): same aggregation, direction and filters, and the cluster metrics too. None where every document is
 * contaminated. As in the harness a bootstrap is not cut short by the metric's name: the twins of bleu, chrf, chrf++ and ter get
 * all of `bootstrapIters`.
 * @param samples all documents, in document order
 * @param contaminated ids of the documents to leave out
 * @throws LmEvalError METRIC that names task and metric; the signal's reason
 */
export async function decontaminatedMetrics(
  task: Task,
  samples: readonly Sample[],
  contaminated: ReadonlySet<number>,
  options: AggregateOptions,
): Promise<MetricResult[]> {
  const clean = samples.filter(({ docId }) => !contaminated.has(docId))
  if (clean.length === 0) return []
  const results = await aggregate(
    task,
    clean.map(sample => twinSample(task, sample)),
    options,
  )
  return results.map(result =>
    task.clusterMetrics.includes(result.metric) ? { ...result, metric: twinName(result.metric) } : result,
  )
}

/**
 * Metrics and their twins in the harness's order, that in which the documents' values bring them up: each twin behind its metric
 * where the first document is clean, else all twins behind all metrics.
 */
export function besideTwins(
  samples: readonly Sample[],
  contaminated: ReadonlySet<number>,
  plain: readonly MetricResult[],
  twins: readonly MetricResult[],
): MetricResult[] {
  const first = samples[0]
  if (first === undefined || contaminated.has(first.docId)) return [...plain, ...twins]
  const rest = new Set(twins)
  const pairs = plain.flatMap(result => {
    const twin = twins.find(
      ({ metric, filter }) => metric === twinName(result.metric) && filter === result.filter,
    )
    if (twin === undefined) return [result]
    rest.delete(twin)
    return [result, twin]
  })
  return [...pairs, ...rest]
}

function twinName(metric: string): string {
  return `${metric}${decontaminateSuffix}`
}

/** A sample whose values stand under the twins' names, with the metrics that say how they are summed up as their sources. */
function twinSample(task: Task, sample: Sample): Sample {
  const { values, filtered, sources = {} } = sample
  const resolved = resolveMetrics(task)
  const names = [values, ...Object.values(filtered ?? {})].flatMap(Object.keys)
  const twinSources = [...new Set(names)].map((metric): [string, string] => {
    const source = resolved.has(metric) || !Object.hasOwn(sources, metric) ? metric : sources[metric]
    return [twinName(metric), source as string]
  })
  return {
    ...sample,
    values: twinValues(values),
    ...(filtered === undefined
      ? {}
      : {
          filtered: Object.fromEntries(
            Object.entries(filtered).map(([filter, inner]) => [filter, twinValues(inner)]),
          ),
        }),
    sources: Object.fromEntries(twinSources),
  }
}

function twinValues(values: MetricValues): MetricValues {
  return Object.fromEntries(Object.entries(values).map(([metric, value]) => [twinName(metric), value]))
}
