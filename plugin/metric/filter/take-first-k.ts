import { codePoints } from '../../python/index.ts'
import { shownValue } from '../shown-value.ts'
import { checkOptions, integerOption } from './options.ts'
import type { FilterMaker } from './types.ts'

/** The first `k` answers of each request. Whether there are enough is asked of the first request alone. */
export const takeFirstK: FilterMaker = options => {
  checkOptions(options, ['k'])
  if (options.k === undefined) throw new TypeError('the option k is missing')
  const k = integerOption(options, 'k', 0)
  return responses => {
    const lists = responses.map(sequence)
    const count = lists[0]?.length ?? 0
    if (count < k)
      throw new RangeError(`take_first_k needs ${k} answers but there are ${count}; raise repeats`)
    return responses.map((answers, index) => {
      const taken = (lists[index] as readonly unknown[]).slice(0, k)
      return typeof answers === 'string' ? taken.join('') : taken
    })
  }
}

function sequence(answers: unknown): readonly unknown[] {
  if (Array.isArray(answers)) return answers
  if (typeof answers === 'string') return codePoints(answers)
  throw new TypeError(`${shownValue(answers)} is no list of answers`)
}
