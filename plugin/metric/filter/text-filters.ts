import { lower, strip, upper } from '../../python/index.ts'
import { members, textAnswer } from './members.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/** Python's `str.lower` of every answer. */
export const lowercase: FilterMaker = eachText(lower)

/** Python's `str.upper` of every answer. */
export const uppercase: FilterMaker = eachText(upper)

/** Python's `str.strip` of every answer. */
export const removeWhitespace: FilterMaker = eachText(text => strip(text))

function eachText(change: (text: string) => string): FilterMaker {
  return options => {
    checkOptions(options, [])
    return responses => responses.map(answers => members(answers).map(answer => change(textAnswer(answer))))
  }
}
