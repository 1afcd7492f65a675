import type { OutputType } from '../task/types.ts'

/** What is known about a metric by its name alone (metrics-spec.md, 2). */
export interface RegisteredMetric {
  /** Name of the aggregation it gets unless the task names another. */
  aggregation: string
  higherIsBetter: boolean
}

const up = (aggregation: string): RegisteredMetric => ({ aggregation, higherIsBetter: true })
const down = (aggregation: string): RegisteredMetric => ({ aggregation, higherIsBetter: false })

/** Every metric name of the harness with its default aggregation and direction. */
export const registeredMetrics: Readonly<Record<string, RegisteredMetric>> = {
  acc: up('mean'),
  acc_all: up('mean'),
  acc_bytes: up('mean'),
  acc_mutual_info: up('mean'),
  acc_norm: up('mean'),
  bits_per_byte: down('bits_per_byte'),
  bleu: up('bleu'),
  brier_score: down('brier_score'),
  bypass: up('bypass'),
  byte_perplexity: down('weighted_perplexity'),
  chrf: up('chrf'),
  'chrf++': up('chrf++'),
  exact_match: up('mean'),
  f1: up('f1'),
  likelihood: up('mean'),
  mcc: up('matthews_corrcoef'),
  perplexity: down('perplexity'),
  ter: down('ter'),
  word_perplexity: down('weighted_perplexity'),
}

/**
 * Metrics that documents of an output type have values for; others in a `metric_list` are left out, as in the harness.
 * Documents of generate_until have a value for every metric.
 */
export const emittedMetrics: Readonly<Record<Exclude<OutputType, 'generate_until'>, readonly string[]>> = {
  multiple_choice: [
    'acc',
    'f1',
    'mcc',
    'acc_norm',
    'acc_bytes',
    'exact_match',
    'brier_score',
    'likelihood',
    'acc_mutual_info',
  ],
  loglikelihood: ['perplexity', 'acc'],
  loglikelihood_rolling: ['word_perplexity', 'byte_perplexity', 'bits_per_byte'],
}
