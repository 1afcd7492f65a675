import { pyEquals } from '../../python/index.ts'
import { shownValue } from '../shown-value.ts'
import { members } from './members.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/** The most frequent answer of each request, in a list of its own; of equally frequent ones that seen first. */
export const majorityVote: FilterMaker = options => {
  checkOptions(options, [])
  return responses => responses.map(answers => [mostFrequent(members(answers))])
}

function mostFrequent(answers: readonly unknown[]): unknown {
  const votes: { answer: unknown; count: number }[] = []
  for (const answer of answers) {
    if (!isHashable(answer)) throw new TypeError(`majority_vote cannot count ${shownValue(answer)}`)
    const known = votes.find(vote => pyEquals(vote.answer, answer))
    if (known === undefined) votes.push({ answer, count: 1 })
    else known.count += 1
  }
  const [first, ...others] = votes
  if (first === undefined) throw new RangeError('majority_vote found no answer')
  return others.reduce((best, vote) => (vote.count > best.count ? vote : best), first).answer
}

/** Answers are texts, numbers, None or pairs of log-likelihood and greediness; lists and mappings do not count in Python. */
function isHashable(answer: unknown): boolean {
  return typeof answer !== 'object' || answer === null || answer instanceof Number || isPair(answer)
}

function isPair(answer: object): boolean {
  return Array.isArray(answer) && answer.length === 2 && typeof answer[1] === 'boolean'
}
