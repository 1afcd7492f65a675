import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Task } from '../task/types.ts'
import { argmax } from './argmax.ts'
import { resolveFilters } from './filter/resolve-filters.ts'
import { type Judgement, judgeAnswers } from './judge-answers.ts'
import { metricError, thrownText } from './metric-error.ts'
import { rawAnswer } from './raw-answers.ts'
import { resolveMetrics } from './resolve-metrics.ts'
import type { MetricValues, Sample } from './types.ts'

/**
 * Per-document metric values from the answers to a document's requests, as the harness's `process_results` computes them
 * (metrics-spec.md, 1), once for each filter: only metrics of the task's `metric_list`, in the harness's order. A task's own
 * `process_results` decides everything instead. With `repeats`, an answer counts for all repeats of its request.
 * @param responses one for each of `request.requests`, in their order
 * @throws LmEvalError METRIC that names task and document, or the place of an unknown metric or filter
 */
export function judge(task: Task, request: DocumentRequests, responses: readonly Response[]): Sample {
  resolveMetrics(task)
  const pipelines = resolveFilters(task)
  if (responses.length !== request.requests.length) {
    throw metricError(
      task,
      `document ${request.docId}`,
      `${responses.length} answers came for ${request.requests.length} requests`,
    )
  }
  const isRolling = task.outputType === 'loglikelihood_rolling'
  const answers = responses.map(response => repeat(rawAnswer(response, isRolling), task.repeats))
  const docs = answers.map(() => request.doc)
  const judged = [...pipelines].map(([filter, pipeline]): [string, Judgement] => {
    const where = `document ${request.docId}${pipelines.size > 1 ? `, filter ${filter}` : ''}`
    let filtered: unknown[]
    try {
      filtered = pipeline(answers, docs)
    } catch (error) {
      throw metricError(task, where, thrownText(error), error, ['filter_list'])
    }
    return [filter, judgeAnswers(task, request, filtered, where)]
  })
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
  }
}

function repeat<T>(answer: T, repeats: number): T[] {
  return new Array<T>(Math.max(1, repeats)).fill(answer)
}

function chosen({ choices }: DocumentRequests, responses: readonly Response[]): number | undefined {
  if (choices === undefined || choices.length === 0) return undefined
  const scores = responses.slice(0, choices.length)
  const logLikelihoods = scores.flatMap(response => ('text' in response ? [] : [response.logLikelihood]))
  return logLikelihoods.length < choices.length ? undefined : argmax(logLikelihoods)
}
