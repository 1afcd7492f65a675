import {
  besideTwins,
  decontaminatedMetrics,
  decontaminateSuffix,
  findContaminated,
} from '../decontamination/index.ts'
import type { AggregateOptions } from '../metric/aggregate.ts'
import type { MetricResult, Sample } from '../metric/types.ts'
import type { Task } from '../task/types.ts'

/** Training text that the documents are looked for in. */
export interface DecontaminationOptions {
  /** Absolute paths of files and folders. */
  paths: readonly string[]
  /** Words of an n-gram. Default: 13. */
  ngram?: number | undefined
  /** Key of the text in the JSON objects of `.jsonl` files. Default: `text`. */
  textField?: string | undefined
}

export interface Decontaminated {
  metrics: MetricResult[]
  /** Number of documents that share an n-gram with the training text. */
  contaminated: number
}

/** Directions of the twins, those of their metrics. */
export function twinDirections(metrics: readonly MetricResult[]): Record<string, boolean | null> {
  const twins = metrics.filter(({ metric }) => metric.endsWith(decontaminateSuffix))
  return Object.fromEntries(twins.map(({ metric, higherIsBetter }) => [metric, higherIsBetter ?? null]))
}

/** Sentences about figures without contaminated documents that there are none of. */
export function decontaminationWarnings(
  contaminated: number | undefined,
  scored: number,
  isLookedFor: boolean,
): string[] {
  if (!isLookedFor)
    return [
      'The task does not say should_decontaminate: true, so its documents were not looked for in the training text.',
    ]
  if (contaminated !== undefined && contaminated === scored)
    return ['Every document stands in the training text: there are no figures without such documents.']
  return []
}

/**
 * Metrics with their twins over the documents that are not in the training text.
 * @param query text that a document is looked for with
 * @throws LmEvalError DATASET for training text that cannot be read, DOCUMENT or TEMPLATE for a query; the signal's reason
 */
export async function decontaminate(
  task: Task,
  samples: readonly Sample[],
  metrics: readonly MetricResult[],
  {
    training,
    query,
    ...options
  }: AggregateOptions & { training: DecontaminationOptions; query: (docId: number) => string | undefined },
): Promise<Decontaminated> {
  const queries = samples.map(({ docId }) => query(docId))
  const found = await findContaminated({ queries, ...training, signal: options.signal })
  const contaminated = new Set([...found].map(index => (samples[index] as Sample).docId))
  const twins = await decontaminatedMetrics(task, samples, contaminated, options)
  return { metrics: besideTwins(samples, contaminated, metrics, twins), contaminated: contaminated.size }
}
