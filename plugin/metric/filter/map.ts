import { dictGet, dictHas, isDict } from '../../python/index.ts'
import { shownValue } from '../shown-value.ts'
import { members } from './members.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/** Looks every answer up in `mapping_dict`; `default_value` (None) for those that it lacks. */
export const map: FilterMaker = options => {
  checkOptions(options, ['mapping_dict', 'default_value'])
  const mapping = options.mapping_dict ?? {}
  if (!isDict(mapping)) throw new TypeError(`mapping_dict is ${shownValue(mapping)}; it must be a mapping`)
  const otherwise = options.default_value ?? null
  const look = (answer: unknown): unknown => {
    if (Array.isArray(answer) || isDict(answer))
      throw new TypeError(`map cannot look up ${shownValue(answer)}`)
    return dictHas(mapping, answer) ? dictGet(mapping, answer) : otherwise
  }
  return responses => responses.map(answers => members(answers).map(look))
}
