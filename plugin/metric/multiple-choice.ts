import { len } from '../python/index.ts'
import { argmax } from './argmax.ts'
import { softmax } from './softmax.ts'
import type { MetricValues } from './types.ts'

export interface ChoiceScores {
  /** Sum of log-probabilities of each choice, in nats; with `acc_mutual_info` those without a context follow. */
  logLikelihoods: readonly number[]
  /** Whether a choice is what greedy decoding would give; as many as logLikelihoods. */
  isGreedy: readonly boolean[]
  /** Bare choice texts. */
  choices: readonly string[]
  /** Index of the right choice, or of several; -100 matches nothing. */
  gold: number | readonly number[]
  /** What pairs with a prediction show in place of gold: a gold that was given as true or false stays so. */
  label?: boolean | undefined
}

export interface ChoiceJudgement {
  values: MetricValues
  /** Index of the choice with the highest log-likelihood. */
  prediction: number
}

/**
 * Every requested per-document value of a multiple_choice document (metrics-spec.md, 1.2), in the harness's order
 * whatever the order of the request. Names that mean nothing for multiple_choice are left out.
 * @throws RangeError where numbers of scores and choices do not fit, or gold is below minus the number of scores
 * @throws TypeError for acc_mutual_info with several right choices
 */
export function judgeChoices(scores: ChoiceScores, requested: ReadonlySet<string>): ChoiceJudgement {
  const { choices, gold, isGreedy, label = gold } = scores
  const mutual = requested.has('acc_mutual_info')
  const needed = mutual ? 2 * choices.length : choices.length
  if (scores.logLikelihoods.length !== needed) {
    throw new RangeError(
      `${scores.logLikelihoods.length} answers came for ${choices.length} choices; ${needed} are needed`,
    )
  }
  const conditional = scores.logLikelihoods.slice(0, choices.length)
  const per = (size: (choice: string) => number): number =>
    argmax(conditional.map((value, index) => value / size(choices[index] as string)))
  const right = (prediction: number): number =>
    Number(typeof gold === 'number' ? prediction === gold : gold.includes(prediction))
  const prediction = argmax(conditional)
  const values: Record<string, () => unknown> = {
    acc: () => right(prediction),
    f1: () => [label, prediction],
    mcc: () => [label, prediction],
    acc_norm: () => right(per(len)),
    acc_bytes: () => right(per(choice => Buffer.byteLength(choice, 'utf8'))),
    exact_match: () => greedyGold(gold, isGreedy),
    brier_score: () => [label, softmax(conditional)],
    likelihood: () => [label, conditional],
    acc_mutual_info: () => mutualInformation(scores, conditional),
  }
  // Looked up whether asked for or not: a gold index that no score has is an error of the data.
  greedyGold(gold, isGreedy)
  const named = Object.entries(values).filter(([name]) => requested.has(name))
  return { values: Object.fromEntries(named.map(([name, value]) => [name, value()])), prediction }
}

function greedyGold(gold: ChoiceScores['gold'], isGreedy: readonly boolean[]): number {
  const golds = typeof gold === 'number' ? [gold] : gold
  const greedy = golds.map(index => {
    if (index === -100) return false
    const found = isGreedy.at(index)
    if (found === undefined) throw new RangeError(`the gold index ${index} is out of range`)
    return found
  })
  return Number(greedy.includes(true))
}

function mutualInformation(scores: ChoiceScores, conditional: readonly number[]): number {
  const golds = typeof scores.gold === 'number' ? [scores.gold] : scores.gold
  if (golds.length !== 1) throw new TypeError('acc_mutual_info needs exactly one right choice')
  const count = scores.choices.length
  const gains = conditional.map((value, index) => value - (scores.logLikelihoods[count + index] as number))
  return Number(argmax(gains) === golds[0])
}
