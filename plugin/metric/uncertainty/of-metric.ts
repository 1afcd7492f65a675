import { mean, meanStderr } from '../mean.ts'
import { toNumbers } from '../numbers.ts'
import { type Clustered, clusterStderr } from './cluster-stderr.ts'
import { type Interval, normalInterval, perplexityInterval } from './interval.ts'
import { wilsonInterval } from './wilson.ts'

/** What is known about a figure beyond the harness's standard error. */
export interface Uncertainty {
  interval?: Interval
  clustered?: Clustered
}

export interface MetricItems {
  /** Name of the aggregation; undefined for a function of the task's. */
  aggregation: string | undefined
  items: readonly unknown[]
  /** The cluster of each item, where the task has clusters. */
  clusters: readonly string[] | undefined
  value: number
  stderr: number | 'N/A'
}

/**
 * Interval of a metric, and its standard error over clusters: Wilson's where every value is 0 or 1, of a perplexity by its mean
 * log-likelihood, else normal. In a task with clusters only means and perplexities have them, since no other standard error here
 * knows of the clusters.
 */
export function uncertaintyOf({ aggregation, items, clusters, value, stderr }: MetricItems): Uncertainty {
  if (stderr === 'N/A' || !Number.isFinite(value) || !Number.isFinite(stderr)) return {}
  if (aggregation === 'perplexity') return ofPerplexity(toNumbers(items), clusters)
  if (aggregation !== 'mean')
    return clusters === undefined ? { interval: within(aggregation, normalInterval(value, stderr)) } : {}
  const values = toNumbers(items)
  if (clusters === undefined) return { interval: intervalOf(values, value, stderr, values.length) }
  const clustered = clusterStderr(values, clusters)
  if (clustered === undefined) return {}
  return {
    interval: intervalOf(values, value, clustered.stderr, effectiveCount(value, clustered)),
    clustered,
  }
}

/** Between what an aggregation's values can lie. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  f1: [0, 1],
  matthews_corrcoef: [-1, 1],
  bleu: [0, 100],
  chrf: [0, 100],
  'chrf++': [0, 100],
  ter: [0, Number.POSITIVE_INFINITY],
}

function within(aggregation: string | undefined, { low, high, method }: Interval): Interval {
  const [least, most] = ranges[aggregation ?? ''] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return { low: Math.max(least, low), high: Math.min(most, high), method }
}

function ofPerplexity(values: Float64Array, clusters: readonly string[] | undefined): Uncertainty {
  const stderr = clusters === undefined ? meanStderr(values) : clusterStderr(values, clusters)?.stderr
  if (stderr === undefined || !Number.isFinite(stderr)) return {}
  return { interval: perplexityInterval(mean(values), stderr) }
}

function intervalOf(values: Float64Array, value: number, stderr: number, count: number): Interval {
  const isProportion = values.every(item => item === 0 || item === 1)
  return isProportion ? wilsonInterval(value, count) : normalInterval(value, stderr)
}

/**
 * Number of independent documents that would give a proportion this standard error (Franco et al., "Comparative Study of
 * Confidence Intervals for Proportions in Complex Sample Surveys", Journal of Survey Statistics and Methodology 7, 2019).
 */
function effectiveCount(proportion: number, { stderr, clusters }: Clustered): number {
  return stderr === 0 ? clusters : (proportion * (1 - proportion)) / (stderr * stderr)
}
