import { LmEvalError } from '../../errors.ts'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { MetricResult } from '../../metric/types.ts'

/**
 * The received value as a result.
 * @throws LmEvalError OPTION if it is something else, such as a promise that was not awaited
 */
export function asEvaluationResult(matcher: string, received: unknown): EvaluationResult {
  if (typeof received === 'object' && received !== null && 'metrics' in received && 'taskHash' in received) {
    return received as EvaluationResult
  }
  const hint = received instanceof Promise ? 'a promise: write `await evaluate(…)`' : 'something else'
  throw new LmEvalError(`${matcher} compares what evaluate() returns, but was given ${hint}.`, {
    code: 'OPTION',
  })
}

/**
 * The value of a metric.
 * @param metric its name, or `NAME,FILTER`
 * @throws LmEvalError METRIC that lists the metrics there are
 */
export function metricOf(result: EvaluationResult, metric: string, filter = 'none'): MetricResult {
  const found = result.metrics.find(
    entry =>
      (entry.metric === metric && entry.filter === filter) || `${entry.metric},${entry.filter}` === metric,
  )
  if (found !== undefined) return found
  const missing = result.unavailable?.find(
    entry =>
      (entry.metric === metric && entry.filter === filter) || `${entry.metric},${entry.filter}` === metric,
  )
  if (missing !== undefined) {
    throw new LmEvalError(
      `${result.task}: ${metric} is N/A for want of an encoder; set encoders.${missing.encoder} of lmEval().`,
      { code: 'METRIC' },
    )
  }
  const known = result.metrics.map(entry =>
    entry.filter === 'none' ? entry.metric : `${entry.metric},${entry.filter}`,
  )
  throw new LmEvalError(
    `${result.task} has no metric ${metric}${filter === 'none' ? '' : ` under filter ${filter}`}; it has ${known.join(', ') || 'none'}.`,
    { code: 'METRIC' },
  )
}
