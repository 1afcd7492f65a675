import { LmEvalError } from '../../errors.ts'
import { asEvaluationResult, metricOf } from './evaluation-result.ts'
import type { MetricBounds } from './types.ts'

interface MatcherResult {
  pass: boolean
  message: () => string
}

/** See LmEvalMatchers.toReachMetric. A value that is not a number reaches nothing. */
export function toReachMetric(received: unknown, metric: string, bounds: MetricBounds): MatcherResult {
  const result = asEvaluationResult('toReachMetric', received)
  checkBounds(bounds)
  const { value, stderr } = metricOf(result, metric, bounds.filter)
  const missed = missedBounds(value, bounds)
  const shown = `${result.task}: ${metric} is ${value}${stderr === 'N/A' ? '' : ` ± ${stderr}`}`
  return {
    pass: missed.length === 0,
    message: () =>
      missed.length === 0
        ? `${shown}, within ${describe(bounds)}, but was expected not to be.`
        : `${shown}, which is not ${missed.join(' and not ')}.`,
  }
}

function missedBounds(value: number, { atLeast, atMost, closeTo, within }: MetricBounds): string[] {
  const missed: string[] = []
  if (atLeast !== undefined && !(value >= atLeast)) missed.push(`at least ${atLeast}`)
  if (atMost !== undefined && !(value <= atMost)) missed.push(`at most ${atMost}`)
  if (closeTo !== undefined && !(Math.abs(value - closeTo) <= (within as number))) {
    missed.push(`within ${within} of ${closeTo}`)
  }
  return missed
}

function describe({ atLeast, atMost, closeTo, within }: MetricBounds): string {
  return [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(closeTo === undefined ? [] : [`${within} of ${closeTo}`]),
  ].join(', ')
}

function checkBounds(bounds: MetricBounds | undefined): void {
  const { atLeast, atMost, closeTo, within, filter: _, ...unknown } = bounds ?? {}
  const [stranger] = Object.keys(unknown)
  if (stranger !== undefined) {
    throw new LmEvalError(
      `toReachMetric has no bound ${stranger}; it has atLeast, atMost, closeTo with within.`,
      {
        code: 'OPTION',
      },
    )
  }
  for (const [name, value] of Object.entries({ atLeast, atMost, closeTo, within })) {
    if (value === undefined || (typeof value === 'number' && !Number.isNaN(value))) continue
    throw new LmEvalError(`toReachMetric: ${name} is ${String(value)}; allowed is a number.`, {
      code: 'OPTION',
    })
  }
  if (atLeast === undefined && atMost === undefined && closeTo === undefined) {
    throw new LmEvalError('toReachMetric needs a bound: atLeast, atMost, or closeTo with within.', {
      code: 'OPTION',
    })
  }
  if ((closeTo === undefined) !== (within === undefined)) {
    throw new LmEvalError('toReachMetric: closeTo and within belong together.', { code: 'OPTION' })
  }
}
