import { members } from './members.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/** The first answer of each request. */
export const takeFirst: FilterMaker = options => {
  checkOptions(options, [])
  return responses => responses.map(first)
}

function first(answers: unknown): unknown {
  const all = members(answers)
  if (all.length === 0) throw new RangeError('take_first found no answer')
  return all[0]
}
