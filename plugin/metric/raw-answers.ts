import type { Response } from '../scorer/types.ts'

/** A log-likelihood and whether the continuation is what greedy decoding would give. */
export type ScoredAnswer = readonly [logLikelihood: number, isGreedy: boolean]

/**
 * An answer as the harness's filters and process_results see it: a text of generate_until, a number of
 * loglikelihood_rolling, else a pair.
 */
export function rawAnswer(response: Response, isRolling: boolean): string | number | ScoredAnswer {
  if ('text' in response) return response.text
  return isRolling ? response.logLikelihood : [response.logLikelihood, response.isGreedy]
}

export function isScoredAnswer(value: unknown): value is ScoredAnswer {
  return Array.isArray(value) && value.length === 2 && isNumber(value[0]) && typeof value[1] === 'boolean'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
