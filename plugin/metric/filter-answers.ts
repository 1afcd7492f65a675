import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Task } from '../task/types.ts'
import { resolveFilters } from './filter/resolve-filters.ts'
import { metricError, thrownText } from './metric-error.ts'
import { rawAnswer } from './raw-answers.ts'

/** Gives one filter's values of a document, one for each request. @throws LmEvalError METRIC where the filter fails */
export type FilteredAnswers = () => unknown[]

/**
 * What each of the task's filters makes of a document's answers, by its name in the order of `filter_list` (metrics-spec.md, 4;
 * `filtered_resps` of a samples file).
 * @param responses one for each of `request.requests`, which then counts for all of the task's `repeats`; or `repeats` for each,
 * side by side
 * @throws LmEvalError METRIC for another number of responses
 */
export function filterAnswers(
  task: Task,
  request: DocumentRequests,
  responses: readonly Response[],
): ReadonlyMap<string, FilteredAnswers> {
  const pipelines = resolveFilters(task)
  const answers = answersOf(task, request, responses)
  const docs = answers.map(() => request.doc)
  return new Map(
    [...pipelines].map(([name, pipeline]) => [
      name,
      () => {
        try {
          return pipeline(answers, docs)
        } catch (error) {
          const where = `document ${request.docId}${pipelines.size > 1 ? `, filter ${name}` : ''}`
          throw metricError(task, where, thrownText(error), error, ['filter_list'])
        }
      },
    ]),
  )
}

/** The list of answers to each request. */
function answersOf(
  task: Task,
  { docId, requests }: DocumentRequests,
  responses: readonly Response[],
): unknown[][] {
  const repeats = Math.max(1, task.repeats)
  const isRolling = task.outputType === 'loglikelihood_rolling'
  const raw = responses.map(response => rawAnswer(response, isRolling))
  if (responses.length === requests.length) return raw.map(answer => new Array(repeats).fill(answer))
  if (responses.length === requests.length * repeats) {
    return requests.map((_, index) => raw.slice(index * repeats, (index + 1) * repeats))
  }
  const problem = `${responses.length} answers came for ${requests.length} requests`
  throw metricError(task, `document ${docId}`, problem)
}
