import { dictGet, dictKeys, isDict } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { fieldError } from './task-error.ts'
import {
  FunctionReference,
  type MetricConfig,
  type OutputType,
  type TaskFile,
  type TaskFunction,
} from './types.ts'

/** Metrics of a task that has no `metric_list` (task-spec.md, 3). */
const defaultMetrics: Record<OutputType, string[]> = {
  loglikelihood: ['perplexity', 'acc'],
  loglikelihood_rolling: ['word_perplexity', 'byte_perplexity', 'bits_per_byte'],
  multiple_choice: ['acc', 'acc_norm'],
  generate_until: ['exact_match'],
}

const ownKeys = ['metric', 'aggregation', 'higher_is_better']

/**
 * Reads `metric_list`; names are not looked up here, the metric layer does that.
 * @throws LmEvalError TASK_FIELD for an entry of the wrong shape
 */
export async function readMetricList(
  taskFile: TaskFile,
  outputType: OutputType,
  importReference: (reference: FunctionReference) => Promise<TaskFunction>,
): Promise<MetricConfig[]> {
  const list = taskFile.config.metric_list as unknown[] | null | undefined
  if (list === null || list === undefined) {
    return defaultMetrics[outputType].map(metric => ({ metric, options: {} }))
  }
  if (list.length === 0) {
    throw fieldError(
      taskFile,
      ['metric_list'],
      'metric_list is empty; name at least one metric, or leave the field out.',
    )
  }
  const resolve = async (value: unknown): Promise<string | TaskFunction> =>
    value instanceof FunctionReference ? importReference(value) : (value as string)
  const metrics: MetricConfig[] = []
  for (const [index, entry] of list.entries()) {
    const { metric, aggregation, higherIsBetter, options } = checkEntry(taskFile, index, entry)
    metrics.push({
      metric: await resolve(metric),
      ...(aggregation === undefined ? {} : { aggregation: await resolve(aggregation) }),
      ...(higherIsBetter === undefined ? {} : { higherIsBetter }),
      options,
    })
  }
  return metrics
}

interface Entry {
  metric: unknown
  aggregation: unknown
  higherIsBetter: boolean | undefined
  options: Record<string, unknown>
}

function checkEntry(taskFile: TaskFile, index: number, entry: unknown): Entry {
  const fail = (key: string | undefined, allowed: string, value: unknown): never => {
    const path = key === undefined ? ['metric_list', index] : ['metric_list', index, key]
    const name = `metric_list[${index}]${key === undefined ? '' : `.${key}`}`
    const given = value === undefined ? 'is missing; it must be' : `is ${describeValue(value)}; it must be`
    throw fieldError(taskFile, path, `${name} ${given} ${allowed}.`)
  }
  if (!isDict(entry)) return fail(undefined, 'a mapping with the key metric', entry)
  const metric = dictGet(entry, 'metric')
  if (!isName(metric)) return fail('metric', 'the name of a metric or !function module.name', metric)
  const aggregation = dictGet(entry, 'aggregation') ?? undefined
  if (aggregation !== undefined && !isName(aggregation)) {
    return fail('aggregation', 'the name of an aggregation or !function module.name', aggregation)
  }
  const higherIsBetter = dictGet(entry, 'higher_is_better') ?? undefined
  if (higherIsBetter !== undefined && typeof higherIsBetter !== 'boolean') {
    return fail('higher_is_better', 'true or false', higherIsBetter)
  }
  const options: Record<string, unknown> = {}
  for (const key of dictKeys(entry))
    if (!ownKeys.includes(String(key))) options[String(key)] = dictGet(entry, key)
  return { metric, aggregation, higherIsBetter, options }
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || value instanceof FunctionReference
}
