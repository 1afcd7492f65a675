import type { EncoderInfo, EncoderMetric } from '../encoder/types.ts'
import { type AggregateOptions, aggregate } from '../metric/aggregate.ts'
import { metricDirections } from '../metric/directions.ts'
import { unavailableMetrics } from '../metric/encoder-values.ts'
import { resolveFilters } from '../metric/filter/resolve-filters.ts'
import { absentMetrics, resolveMetrics } from '../metric/resolve-metrics.ts'
import type { MetricResult, Sample } from '../metric/types.ts'
import { pyStr } from '../python/index.ts'
import type { Scorer } from '../scorer/types.ts'
import type { RequestBuilder } from '../task/requests.ts'
import type { Documents, Task, TaskWarning } from '../task/types.ts'
import {
  type Decontaminated,
  decontaminate,
  decontaminationWarnings,
  twinDirections,
} from './decontaminate.ts'
import type { DocumentFlags } from './document-flags.ts'
import { cutClusters } from './document-range.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import { countUnanswered, figureWarnings, unansweredWarnings } from './figure-warnings.ts'
import { promptHash } from './prompt-hash.ts'
import { defaultSamplingSeed, isSampledTask } from './sampling.ts'
import type { DocumentCounts, EvaluationResult } from './types.ts'
import { documentWarnings, encoderWarnings, generationWarnings, selectionWarnings } from './warnings.ts'

/** A task of which documents have been scored. */
export interface ScoredTask {
  task: Task
  documents: Documents
  /** In document order. */
  samples: readonly Sample[]
  /** Documents that could not be scored. */
  failed: number
  context: EvaluationContext
  requests: RequestBuilder
  flags: DocumentFlags
  /** Sentences about single documents. */
  warnings: readonly string[]
  usedEncoders: ReadonlySet<EncoderMetric>
}

export interface ResultOptions {
  /** Documents that were to be scored. */
  selected: number
  /** No standard errors, no reading of training text. */
  quick?: boolean
  signal?: AbortSignal | undefined
  onBootstrap?: AggregateOptions['onBootstrap']
}

/**
 * Metrics, counts and warnings over scored documents.
 * @throws LmEvalError METRIC that names task and metric, DATASET for training text that cannot be read; the signal's reason
 */
export async function evaluationResult(
  scored: ScoredTask,
  scorer: Scorer,
  { selected, quick = false, signal, onBootstrap }: ResultOptions,
): Promise<EvaluationResult> {
  const { task, documents, samples, context } = scored
  const options = { bootstrapIters: quick ? 0 : context.bootstrapIters, signal, onBootstrap }
  const info = await scorer.info()
  const encoders = await encoderInfo(scored)
  const unavailable = unavailableMetrics(samples, [...resolveFilters(task).keys()])
  const plain = samples.length === 0 ? [] : await aggregate(task, samples, options)
  const { metrics, contaminated }: Partial<Decontaminated> & { metrics: MetricResult[] } = quick
    ? { metrics: plain }
    : await withTwins(scored, plain, options)
  const counts = countsOf(scored, selected, contaminated)
  const { cached } = scored.flags
  return {
    task: task.name,
    alias: task.alias,
    file: task.file,
    version: task.version === undefined ? undefined : pyStr(task.version),
    numFewshot: task.numFewshot,
    ...(isSampledTask(task)
      ? { sampling: { seed: context.samplingSeed ?? defaultSamplingSeed, repeats: task.repeats } }
      : {}),
    metrics,
    ...(unavailable.length === 0 ? {} : { unavailable }),
    directions: {
      ...metricDirections(task, samples),
      ...(contaminated === undefined ? {} : twinDirections(metrics)),
    },
    documents: counts,
    ...(cached === undefined ? {} : { cached }),
    warnings: [
      ...taskWarnings(scored),
      ...encoderWarnings(unavailable),
      ...selectionWarnings(counts, cutClustersOf(scored)),
      ...documentWarnings(counts, scored.warnings),
      ...unansweredWarnings(counts, samples.length),
      ...figureWarnings(metrics),
      ...(context.decontamination === undefined
        ? []
        : decontaminationWarnings(contaminated, samples.length, isLookedFor(task))),
    ],
    scorer: info,
    dataset: documents.dataset,
    taskHash: promptHash(task, context),
    packageVersion: context.packageVersion,
    ...(encoders.length === 0 ? {} : { encoders }),
  }
}

/** Warnings about metrics that only process_results knows of. */
export function undeclaredMetrics(task: Task, samples: Iterable<Sample>): TaskWarning[] {
  const declared = resolveMetrics(task)
  const found = [...samples].flatMap(({ values }) => Object.keys(values))
  return [...new Set(found)]
    .filter(metric => !declared.has(metric))
    .map(metric => ({
      code: 'metric_no_aggregation',
      message: `Metric ${metric} is not in metric_list: its values are averaged, and it has no gate.`,
    }))
}

function taskWarnings({ task, context, requests, samples }: ScoredTask): string[] {
  return [
    ...(context.modelWarnings ?? []),
    ...[...task.warnings, ...requests.warnings, ...undeclaredMetrics(task, samples)]
      .filter(({ quiet }) => quiet !== true)
      .map(({ message }) => message),
    ...generationWarnings(task),
    ...absentMetrics(task).map(
      metric => `Metric ${metric} has no values for output type ${task.outputType} and is left out.`,
    ),
  ]
}

function countsOf(
  { documents, failed, flags, samples }: ScoredTask,
  selected: number,
  contaminated: number | undefined,
): DocumentCounts {
  const unanswered = countUnanswered(samples)
  return {
    selected,
    total: documents.docs.length,
    failed,
    ...flags.counts,
    ...(unanswered === undefined ? {} : { unanswered }),
    ...(contaminated === undefined ? {} : { contaminated }),
  }
}

async function withTwins(
  { task, samples, context: { decontamination: training }, requests }: ScoredTask,
  metrics: MetricResult[],
  options: AggregateOptions,
): Promise<{ metrics: MetricResult[]; contaminated?: number }> {
  if (training === undefined || samples.length === 0 || !isLookedFor(task)) return { metrics }
  const query = (docId: number): string | undefined => requests.decontaminationText(docId)
  return decontaminate(task, samples, metrics, { training, query, ...options })
}

function isLookedFor({ prompt }: Task): boolean {
  return prompt.decontaminationText !== undefined
}

function encoderInfo({ usedEncoders, context: { encoders = {} } }: ScoredTask): Promise<EncoderInfo[]> {
  const used = [...usedEncoders].flatMap(metric => encoders[metric] ?? [])
  return Promise.all(used.map(encoder => encoder.info()))
}

function cutClustersOf({ task, documents, samples }: ScoredTask): ReturnType<typeof cutClusters> | undefined {
  const { cluster } = task
  if (cluster === undefined || samples.length === documents.docs.length) return undefined
  return cutClusters(
    documents.docs.map(doc => String(cluster(doc, documents.features))),
    samples.map(({ docId }) => docId),
  )
}
