import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Task } from '../task/types.ts'
import { argmax } from './argmax.ts'
import { metricError, thrownText } from './metric-error.ts'
import { type ChoiceJudgement, judgeChoices } from './multiple-choice.ts'
import { runProcessResults } from './process-results.ts'
import { resolveMetrics } from './resolve-metrics.ts'
import type { MetricValues, Sample } from './types.ts'

/**
 * Per-document metric values from the answers to a document's requests, as the harness's `process_results` computes them
 * (metrics-spec.md, 1): only metrics of the task's `metric_list`, in the harness's order. A task's own `process_results`
 * decides everything instead.
 * @param responses one for each of `request.requests`, in their order
 * @throws LmEvalError METRIC that names task and document, or the place of an unknown metric
 */
export function judge(task: Task, request: DocumentRequests, responses: readonly Response[]): Sample {
  const metrics = resolveMetrics(task)
  if (responses.length !== request.requests.length) {
    throw failure(task, request, `${responses.length} answers came for ${request.requests.length} requests`)
  }
  return {
    docId: request.docId,
    ...judgeValues(task, request, responses, new Set(metrics.keys())),
    gold: request.gold,
    cluster: request.cluster,
  }
}

function judgeValues(
  task: Task,
  request: DocumentRequests,
  responses: readonly Response[],
  requested: ReadonlySet<string>,
): Pick<Sample, 'values' | 'prediction'> {
  if (task.processResults !== undefined) {
    const values = runProcessResults(task, task.processResults, request, responses)
    return { values, prediction: chosen(request, responses) }
  }
  if (task.outputType === 'multiple_choice') return multipleChoice(task, request, responses, requested)
  if (task.outputType === 'loglikelihood') {
    return { values: loglikelihoodValues(responses[0] as Response, requested), prediction: undefined }
  }
  throw failure(task, request, `output_type ${task.outputType} is not supported yet`)
}

function multipleChoice(
  task: Task,
  request: DocumentRequests,
  responses: readonly Response[],
  requested: ReadonlySet<string>,
): ChoiceJudgement {
  const { choices, gold } = request
  if (choices === undefined) throw failure(task, request, 'there are no choices')
  try {
    return judgeChoices(
      {
        choices,
        gold: typeof gold === 'string' ? goldIndex(choices, gold) : gold,
        logLikelihoods: responses.map(({ logLikelihood }) => logLikelihood),
        isGreedy: responses.map(({ isGreedy }) => isGreedy),
      },
      requested,
    )
  } catch (error) {
    throw failure(task, request, thrownText(error), error)
  }
}

/** metrics-spec.md, 1.3. */
function loglikelihoodValues(response: Response, requested: ReadonlySet<string>): MetricValues {
  return {
    ...(requested.has('perplexity') ? { perplexity: response.logLikelihood } : {}),
    ...(requested.has('acc') ? { acc: Number(response.isGreedy) } : {}),
  }
}

function chosen({ choices }: DocumentRequests, responses: readonly Response[]): number | undefined {
  if (choices === undefined || choices.length === 0) return undefined
  return argmax(responses.slice(0, choices.length).map(({ logLikelihood }) => logLikelihood))
}

function goldIndex(choices: readonly string[], gold: string): number {
  const index = choices.indexOf(gold)
  return index < 0 ? -100 : index
}

function failure(task: Task, request: DocumentRequests, problem: string, cause?: unknown): Error {
  return metricError(task, `document ${request.docId}`, problem, cause)
}
