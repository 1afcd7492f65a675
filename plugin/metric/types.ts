import type { EncoderMetric } from '../encoder/types.ts'
import type { Clustered } from './uncertainty/cluster-stderr.ts'
import type { Interval } from './uncertainty/interval.ts'

export type { Group, GroupMetric } from '../task/types.ts'

/** What one document contributed: `acc` is 0 or 1, `f1` is a pair [gold, prediction], a user's metric is anything. */
export type MetricValues = Record<string, unknown>

/** One document's judged answer. */
export interface Sample {
  docId: number
  /** Values under the task's first filter. */
  values: MetricValues
  /** Values under each further filter of `filter_list`, by its name; undefined where there is one filter. */
  filtered?: Record<string, MetricValues>
  /** Metric whose function gave a value of another name (it returned a mapping); absent where there is none. */
  sources?: Record<string, string>
  /** Metrics without a value for want of the encoder that computes them; absent where there are none. */
  missing?: Record<string, EncoderMetric>
  /** Index of the chosen answer (multiple_choice). */
  prediction: number | undefined
  gold: number | number[] | string
  /** Text of the group of dependent documents this one belongs to. */
  cluster: string | undefined
  /** Probability that an answer drawn by lot counts as right; absent where nothing is chosen. */
  chance?: number
  /** Filters that found no answer in what was generated; absent where all did. */
  unanswered?: string[]
}

/** One row of the table: a metric of a task under one filter. */
export interface MetricResult {
  metric: string
  /** `none` unless the task names filters. */
  filter: string
  value: number
  /** `'N/A'` where the harness gives none. */
  stderr: number | 'N/A'
  higherIsBetter: boolean | undefined
  /** Number of values that went in. */
  count: number
  /** 95 % confidence interval; absent where there is no standard error to make one of. */
  interval?: Interval
  /** Standard error over the task's clusters of documents, of a mean. */
  clustered?: Clustered
  /** Value of answers drawn by lot, where documents choose among answers. */
  chance?: number
  /** Values that are NaN, where some are. */
  nan?: number
}

/** A metric that stands in the table as N/A. */
export interface UnavailableMetric {
  metric: string
  filter: string
  /** The encoder that would compute it and is not configured. */
  encoder: EncoderMetric
}

/** The harness's results object for the tasks of a run (metrics-spec.md, 6): the shape of results files and baselines. */
export interface Results {
  results: Record<string, Record<string, unknown>>
  groups?: Record<string, Record<string, unknown>>
  group_subtasks?: Record<string, string[]>
  versions: Record<string, unknown>
  'n-shot': Record<string, unknown>
  higher_is_better: Record<string, Record<string, boolean | null>>
  'n-samples'?: Record<string, { original: number; effective: number }>
}
