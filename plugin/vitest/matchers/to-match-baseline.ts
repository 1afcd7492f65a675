import { LmEvalError } from '../../errors.ts'
import { asEvaluationResult, metricOf } from './evaluation-result.ts'
import type { MatcherResult, MatcherState } from './matcher-state.ts'
import { matchNamedBaseline } from './named-baseline.ts'
import { matchTaskBaseline } from './task-baseline.ts'
import type { BaselineOptions } from './types.ts'

/** See LmEvalMatchers.toMatchBaseline. */
export function toMatchBaseline(
  this: MatcherState,
  received: unknown,
  options: BaselineOptions = {},
): MatcherResult {
  const result = asEvaluationResult('toMatchBaseline', received)
  if (this.isNot) {
    throw new LmEvalError('toMatchBaseline cannot be negated; use toReachMetric for a bound.', {
      code: 'OPTION',
    })
  }
  checkOptions(options)
  const metrics = options.metric === undefined ? result.metrics : [metricOf(result, options.metric)]
  if (options.name === undefined && this.testPath === result.file) {
    return matchTaskBaseline(this, result, metrics, options.tolerance ?? 0)
  }
  return matchNamedBaseline(this, result, metrics, options)
}

function checkOptions(options: BaselineOptions): void {
  const { name, tolerance, metric, ...unknown } = options
  const [stranger] = Object.keys(unknown)
  if (stranger !== undefined) {
    throw new LmEvalError(`toMatchBaseline has no option ${stranger}; it has name, tolerance and metric.`, {
      code: 'OPTION',
    })
  }
  if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance >= 0)) {
    throw new LmEvalError(
      `toMatchBaseline: tolerance is ${String(tolerance)}; allowed is a number of 0 or more.`,
      {
        code: 'OPTION',
      },
    )
  }
  if (name !== undefined && !/^[\w.+-]+$/u.test(name)) {
    throw new LmEvalError(
      `toMatchBaseline: name is ${JSON.stringify(name)}; allowed are letters, digits and ._+- as in file names.`,
      { code: 'OPTION' },
    )
  }
}
