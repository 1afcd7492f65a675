import { noChoice } from '../task/gold.ts'
import type { DocumentRequests, Task } from '../task/types.ts'
import { judgeGeneration } from './generate-until.ts'
import { metricError, thrownText } from './metric-error.ts'
import { judgeChoices } from './multiple-choice.ts'
import { runProcessResults } from './process-results.ts'
import { isNumber, isScoredAnswer, type ScoredAnswer } from './raw-answers.ts'
import { metricsByName, resolveMetrics } from './resolve-metrics.ts'
import { rollingValues } from './rolling.ts'
import { shownValue } from './shown-value.ts'
import type { MetricValues } from './types.ts'

/** What one filter's answers of a document are worth. */
export interface Judgement {
  values: MetricValues
  /** Metric behind each value of another name. */
  sources?: Record<string, string>
}

/**
 * Values of a document from its filtered answers, one for each request.
 * @param where document (and filter) for messages
 * @throws LmEvalError METRIC that names task, document and filter
 */
export function judgeAnswers(
  task: Task,
  request: DocumentRequests,
  answers: readonly unknown[],
  where: string,
): Judgement {
  if (task.processResults !== undefined) {
    return { values: runProcessResults(task, task.processResults, request, answers, where) }
  }
  try {
    return judgeByType(task, request, answers)
  } catch (error) {
    throw metricError(task, where, thrownText(error), error)
  }
}

function judgeByType(task: Task, request: DocumentRequests, answers: readonly unknown[]): Judgement {
  const requested: ReadonlySet<string> = new Set(resolveMetrics(task).keys())
  switch (task.outputType) {
    case 'multiple_choice':
      return { values: multipleChoice(request, answers, requested) }
    case 'loglikelihood':
      return { values: loglikelihoodValues(scored(answers[0]), requested) }
    case 'loglikelihood_rolling':
      return { values: rolling(request, answers, requested) }
    case 'generate_until':
      return judgeGeneration(
        {
          result: answers[0],
          target: request.target,
          choices: request.choices,
          multipleTarget: request.multipleTarget,
        },
        metricsByName(task),
      )
  }
}

function multipleChoice(
  { choices, gold, target, text }: DocumentRequests,
  answers: readonly unknown[],
  requested: ReadonlySet<string>,
): MetricValues {
  if (choices === undefined) throw new TypeError('there are no choices')
  const scores = answers.map(scored)
  return judgeChoices(
    {
      choices,
      gold: typeof gold === 'string' ? goldIndex(choices, gold) : gold,
      label:
        typeof target === 'boolean' && typeof text === 'string' && gold !== noChoice ? target : undefined,
      logLikelihoods: scores.map(([logLikelihood]) => logLikelihood),
      isGreedy: scores.map(([, isGreedy]) => isGreedy),
    },
    requested,
  ).values
}

function goldIndex(choices: readonly string[], gold: string): number {
  const index = choices.indexOf(gold)
  return index < 0 ? noChoice : index
}

/** metrics-spec.md, 1.3. */
function loglikelihoodValues(
  [logLikelihood, isGreedy]: ScoredAnswer,
  requested: ReadonlySet<string>,
): MetricValues {
  return {
    ...(requested.has('perplexity') ? { perplexity: logLikelihood } : {}),
    ...(requested.has('acc') ? { acc: Number(isGreedy) } : {}),
  }
}

function rolling(
  { target }: DocumentRequests,
  answers: readonly unknown[],
  requested: ReadonlySet<string>,
): MetricValues {
  const [logLikelihood] = answers
  if (!isNumber(logLikelihood)) {
    throw new TypeError(`the filtered answer is ${shownValue(logLikelihood)}, not a log-likelihood`)
  }
  if (typeof target !== 'string') throw new TypeError(`the target is ${shownValue(target)}; it must be text`)
  return rollingValues(logLikelihood, target, requested)
}

function scored(answer: unknown): ScoredAnswer {
  if (isScoredAnswer(answer)) return answer
  throw new TypeError(`a filtered answer is ${shownValue(answer)}, not a log-likelihood with its greediness`)
}
