import { PyPattern } from '../../python/regex/pattern.ts'
import { shownValue } from '../shown-value.ts'
import { members } from './members.ts'
import { checkOptions } from './options.ts'
import { extractionOptions, readExtraction } from './regex.ts'
import type { FilterMaker } from './types.ts'

const tagged = new PyPattern("\\('([^']*)', '([^']*)'\\)")

/** Tags of `('token', 'tag')` pairs written in every answer; `fallback` (a list of `invalid`) where there are none. */
export const regexPos: FilterMaker = options => {
  checkOptions(options, extractionOptions)
  readExtraction({ ...options, regex_pattern: options.regex_pattern ?? '' })
  const fallback = options.fallback ?? ['invalid']
  return responses =>
    responses.map(answers =>
      members(answers).map(answer => {
        const tags = pairsOf(answer).map(pair => tagOf(pair))
        return tags.length > 0 ? tags : fallback
      }),
    )
}

function pairsOf(answer: unknown): readonly unknown[] {
  return typeof answer === 'string' ? tagged.findall(answer) : members(answer)
}

function tagOf(pair: unknown): unknown {
  const parts = members(pair)
  if (parts.length !== 2) throw new TypeError(`${shownValue(pair)} is no pair of token and tag`)
  return parts[1]
}
