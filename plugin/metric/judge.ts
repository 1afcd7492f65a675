import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Task } from '../task/types.ts'
import { argmax } from './argmax.ts'
import { isUnanswered } from './filter/unanswered.ts'
import { filterAnswers } from './filter-answers.ts'
import { type Judgement, judgeAnswers } from './judge-answers.ts'
import { resolveMetrics } from './resolve-metrics.ts'
import type { MetricValues, Sample } from './types.ts'
import { chanceOf } from './uncertainty/chance.ts'

/**
 * Per-document metric values from the answers to a document's requests, as the harness's `process_results` computes them
 * (metrics-spec.md, 1), once for each filter: only metrics of the task's `metric_list`, in the harness's order. A task's own
 * `process_results` decides everything instead.
 * @param responses one for each of `request.requests`, in their order; or `repeats` for each, side by side
 * @throws LmEvalError METRIC that names task and document, or the place of an unknown metric or filter
 */
export function judge(task: Task, request: DocumentRequests, responses: readonly Response[]): Sample {
  resolveMetrics(task)
  const filters = filterAnswers(task, request, responses)
  const unanswered: string[] = []
  const judged = [...filters].map(([filter, filtered]): [string, Judgement] => {
    const where = `document ${request.docId}${filters.size > 1 ? `, filter ${filter}` : ''}`
    const answers = filtered()
    if (isUnanswered(task, filter, answers)) unanswered.push(filter)
    return [filter, judgeAnswers(task, request, answers, where)]
  })
  const chance = chanceOf(task, request)
  const [first, ...others] = judged as [[string, Judgement], ...[string, Judgement][]]
  const sources = Object.assign({}, ...judged.map(([, judgement]) => judgement.sources)) as Record<
    string,
    string
  >
  const filtered = Object.fromEntries(
    others.map(([name, { values }]): [string, MetricValues] => [name, values]),
  )
  return {
    docId: request.docId,
    values: first[1].values,
    ...(others.length === 0 ? {} : { filtered }),
    ...(Object.keys(sources).length === 0 ? {} : { sources }),
    prediction: chosen(request, responses),
    gold: request.gold,
    cluster: request.cluster,
    ...(chance === undefined ? {} : { chance }),
    ...(unanswered.length === 0 ? {} : { unanswered }),
  }
}

function chosen({ choices, requests }: DocumentRequests, responses: readonly Response[]): number | undefined {
  if (choices === undefined || choices.length === 0) return undefined
  const repeats = responses.length / requests.length
  const scores = responses.filter((_, index) => index % repeats === 0).slice(0, choices.length)
  const logLikelihoods = scores.flatMap(response => ('text' in response ? [] : [response.logLikelihood]))
  return logLikelihoods.length < choices.length ? undefined : argmax(logLikelihoods)
}
