import { isDict } from '../python/index.ts'
import type { DocumentRequests, Task, TaskFunction } from '../task/types.ts'
import { metricError, thrownText } from './metric-error.ts'
import { shownValue } from './shown-value.ts'
import type { MetricValues } from './types.ts'

/**
 * Calls the task's own `process_results(doc, results)`, whose mapping decides which metrics a document has. `results` holds
 * the filtered answer of each request: `[log-likelihood, is greedy]`, a log-likelihood of loglikelihood_rolling, or the text of
 * generate_until.
 * @param where document (and filter) for messages
 * @throws LmEvalError METRIC that names task and document where it throws, gives anything but a mapping, or leaves a
 * metric undefined
 */
export function runProcessResults(
  task: Task,
  processResults: TaskFunction,
  { doc }: DocumentRequests,
  answers: readonly unknown[],
  where: string,
): MetricValues {
  const fail = (problem: string, cause?: unknown): Error =>
    metricError(task, `${where}, process_results`, problem, cause, ['process_results'])
  let returned: unknown
  try {
    returned = processResults(doc, [...answers])
  } catch (error) {
    throw fail(thrownText(error), error)
  }
  if (returned instanceof Promise) {
    returned.catch(() => {})
    throw fail('the function returned a promise; it must return its metrics at once')
  }
  if (!isDict(returned)) {
    throw fail(`the function returned ${shownValue(returned)}; it must return an object of metrics`)
  }
  const values: MetricValues = returned instanceof Map ? Object.fromEntries(returned) : { ...returned }
  for (const [metric, value] of Object.entries(values)) {
    // A value that is missing would look like a metric of fewer documents once it has been through JSON.
    if (value === undefined) throw fail(`the metric ${metric} is undefined; leave it out or give it a value`)
  }
  return values
}
