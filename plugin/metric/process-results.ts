import { isDict, pyRepr } from '../python/index.ts'
import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Task, TaskFunction } from '../task/types.ts'
import { metricError, thrownText } from './metric-error.ts'
import type { MetricValues } from './types.ts'

/**
 * Calls the task's own `process_results(doc, results)`, whose mapping decides which metrics a document has. `results` holds
 * `[log-likelihood, is greedy]` of each request.
 * @throws LmEvalError METRIC that names task and document where it throws or gives anything but a mapping
 */
export function runProcessResults(
  task: Task,
  processResults: TaskFunction,
  { docId, doc }: DocumentRequests,
  responses: readonly Response[],
): MetricValues {
  const where = `document ${docId}, process_results`
  const results = responses.map(({ logLikelihood, isGreedy }) => [logLikelihood, isGreedy] as const)
  let values: unknown
  try {
    values = processResults(doc, results)
  } catch (error) {
    throw metricError(task, where, thrownText(error), error, ['process_results'])
  }
  if (values instanceof Promise) {
    values.catch(() => {})
    throw metricError(
      task,
      where,
      'the function returned a promise; it must return its metrics at once',
      undefined,
      ['process_results'],
    )
  }
  if (values instanceof Map) return Object.fromEntries(values)
  if (isDict(values) && !(values instanceof Map)) return { ...(values as MetricValues) }
  throw metricError(
    task,
    where,
    `the function returned ${pyRepr(values)}; it must return an object of metrics`,
  )
}
