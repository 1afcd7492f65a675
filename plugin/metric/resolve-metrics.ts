import { type ErrorCode, formatPosition, LmEvalError } from '../errors.ts'
import { pyTruth } from '../python/index.ts'
import type { MetricConfig, Task, TaskFunction } from '../task/types.ts'
import { aggregations } from './aggregations.ts'
import { exactMatchOptions } from './exact-match.ts'
import { thrownText } from './metric-error.ts'
import { emittedMetrics, registeredMetrics } from './registry.ts'
import { readPatterns } from './removed-patterns.ts'

/** How the values of a metric are summed up. */
export interface ResolvedMetric {
  /** Name of a built-in aggregation, or the user's function over all values. */
  aggregation: string | TaskFunction
  higherIsBetter: boolean | undefined
}

const known = new WeakMap<Task, ReadonlyMap<string, ResolvedMetric>>()

/**
 * Aggregation and direction of every metric in the task's `metric_list`, by the name under which documents have its values
 * (a function's own name for `!function`). Of entries with one name the last wins, as in the harness.
 * @throws LmEvalError METRIC for a name that does not exist, with its place in the task file
 */
export function resolveMetrics(task: Task): ReadonlyMap<string, ResolvedMetric> {
  const before = known.get(task)
  if (before !== undefined) return before
  const resolved = new Map<string, ResolvedMetric>()
  for (const index of task.metrics.keys()) {
    const [name, metric] = resolveEntry(task, index)
    resolved.set(name, metric)
  }
  known.set(task, resolved)
  return resolved
}

/** Entries of the task's `metric_list` by the name of their metric; of entries with one name the last counts, at the first's place. */
export function metricsByName(task: Task): ReadonlyMap<string, MetricConfig> {
  return new Map(task.metrics.map(entry => [nameOf(entry), entry]))
}

function nameOf({ metric }: MetricConfig): string {
  return typeof metric === 'string' ? metric : metric.name
}

/** Metrics that the task asks for, but that its output type has no values for: left out, as in the harness. */
export function absentMetrics(task: Task): string[] {
  const { outputType, processResults } = task
  if (processResults !== undefined || outputType === 'generate_until') return []
  return [...resolveMetrics(task).keys()].filter(name => !emittedMetrics[outputType].includes(name))
}

function resolveEntry(task: Task, index: number): [name: string, ResolvedMetric] {
  const entry = task.metrics[index] as MetricConfig
  const { metric, aggregation, higherIsBetter } = entry
  const name = nameOf(entry)
  const registered = Object.hasOwn(registeredMetrics, name) ? registeredMetrics[name] : undefined
  if (task.outputType === 'generate_until' && task.processResults === undefined)
    checkGeneration(task, index, entry)
  if (registered === undefined && typeof metric === 'string' && task.processResults === undefined) {
    throw entryError(
      task,
      index,
      'metric',
      `there is no metric ${quote(name)}; there are ${list(registeredMetrics)}`,
    )
  }
  if (registered === undefined && aggregation === undefined) {
    throw entryError(
      task,
      index,
      'metric',
      `metric ${quote(name)} needs an aggregation; there are ${list(aggregations)}`,
    )
  }
  const chosen = aggregation ?? (registered?.aggregation as string)
  if (typeof chosen === 'string') checkAggregation(task, index, chosen)
  return [name, { aggregation: chosen, higherIsBetter: higherIsBetter ?? registered?.higherIsBetter }]
}

/** What a metric of generated text cannot be asked for. */
function checkGeneration(task: Task, index: number, { metric, options }: MetricConfig): void {
  if (typeof metric !== 'string') return
  if (metric !== 'exact_match') {
    if (!pyTruth(options.hf_evaluate)) return
    const problem = `metric ${quote(metric)} of the evaluate library (hf_evaluate) is not supported`
    throw entryError(task, index, 'hf_evaluate', problem)
  }
  const unknown = Object.keys(options).find(key => !exactMatchOptions.includes(key) && key !== 'hf_evaluate')
  if (unknown !== undefined) {
    const problem = `exact_match has no option ${quote(unknown)}; it has ${exactMatchOptions.join(', ')}`
    throw entryError(task, index, unknown, problem)
  }
  try {
    readPatterns(options.regexes_to_ignore)
  } catch (error) {
    throw entryError(task, index, 'regexes_to_ignore', thrownText(error))
  }
}

function checkAggregation(task: Task, index: number, name: string): void {
  if (Object.hasOwn(aggregations, name)) return
  const problem = `there is no aggregation ${quote(name)}; there are ${list(aggregations)}`
  throw entryError(task, index, 'aggregation', problem)
}

function entryError(task: Task, index: number, key: string, problem: string): LmEvalError {
  const at = task.locate(['metric_list', index, key])
  const code: ErrorCode = 'METRIC'
  return new LmEvalError(`${formatPosition(at)}: task ${task.name}, metric_list[${index}]: ${problem}.`, {
    code,
    at,
  })
}

function quote(name: string): string {
  return JSON.stringify(name)
}

function list(names: object): string {
  return Object.keys(names).join(', ')
}
