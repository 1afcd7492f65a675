import { strip } from '../../python/index.ts'
import { PyPattern } from '../../python/regex/pattern.ts'
import { shownValue } from '../shown-value.ts'
import { members } from './members.ts'
import { checkOptions, integerOption, textOption } from './options.ts'
import type { Filter, FilterMaker, FilterOptions } from './types.ts'

/** Options that every filter with a pattern has. */
export const extractionOptions = ['regex_pattern', 'group_select', 'fallback']

export interface Extraction {
  pattern: PyPattern
  /** Which match is taken, from the end if negative. */
  select: number
  /** What stands for an answer without a match. */
  fallback: unknown
}

/** @throws TypeError for unusable options, SyntaxError for a malformed pattern */
export function readExtraction(options: FilterOptions): Extraction {
  const fallback = options.fallback === undefined ? '[invalid]' : options.fallback
  return {
    pattern: new PyPattern(textOption(options, 'regex_pattern', '#### (\\-?[0-9\\.\\,]+)')),
    select: integerOption(options, 'group_select', 0),
    fallback,
  }
}

/**
 * What a match gives: itself, or of several groups the first that is not empty; undefined where there is no match.
 * @throws RangeError where there are matches, but not the one that is asked for
 */
export function selectMatch(
  { pattern, select }: Pick<Extraction, 'pattern' | 'select'>,
  text: string,
): { text: string | undefined } | undefined {
  const matches = pattern.findall(text)
  if (matches.length === 0) return undefined
  const match = matches.at(select)
  if (match === undefined)
    throw new RangeError(`group_select is ${select}, but ${matches.length} places match`)
  return { text: typeof match === 'string' ? match : match.find(group => group !== '') }
}

/** Text that a pattern finds in every answer, stripped; answers that are no text count as empty. */
export const regex: FilterMaker = options => {
  checkOptions(options, extractionOptions)
  const extraction = readExtraction(options)
  const filter: Filter = responses =>
    responses.map(answers => members(answers).map(answer => extract(extraction, answer)))
  return Object.assign(filter, { fallback: extraction.fallback })
}

function extract(extraction: Extraction, answer: unknown): unknown {
  const match = selectMatch(extraction, typeof answer === 'string' ? answer : '')
  if (match === undefined) return extraction.fallback
  const text = match.text ?? extraction.fallback
  if (typeof text !== 'string') {
    throw new TypeError(`all groups are empty, and the fallback ${shownValue(text)} is no text`)
  }
  return strip(text)
}
