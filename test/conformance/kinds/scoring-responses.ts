import type { Response } from '../../../plugin/scorer/types.ts'
import type { Request } from '../../../plugin/task/types.ts'

/** An answer as the product's models give it: a text, a log-likelihood, or that with whether it is greedy. */
export function recordedResponse(recorded: unknown, type: Request['type'] | 'multiple_choice'): Response {
  if (type === 'generate_until') {
    return { text: recorded as string, stopReason: 'stop', tokens: 1, truncated: 0 }
  }
  const [logLikelihood, isGreedy] = Array.isArray(recorded) ? recorded : [recorded, false]
  return { logLikelihood: Number(logLikelihood), isGreedy: isGreedy === true, tokens: 1, truncated: 0 }
}
