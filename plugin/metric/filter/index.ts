import { custom } from './custom.ts'
import { formatSpan } from './format-span.ts'
import { majorityVote } from './majority-vote.ts'
import { map } from './map.ts'
import { multiChoiceRegex } from './multi-choice-regex.ts'
import { regex } from './regex.ts'
import { regexPos } from './regex-pos.ts'
import { takeFirst } from './take-first.ts'
import { takeFirstK } from './take-first-k.ts'
import { lowercase, removeWhitespace, uppercase } from './text-filters.ts'
import type { FilterMaker } from './types.ts'

/** Every filter that a task file can name (metrics-spec.md, 4). */
export const filters: Readonly<Record<string, FilterMaker>> = {
  custom,
  format_span: formatSpan,
  lowercase,
  majority_vote: majorityVote,
  map,
  multi_choice_regex: multiChoiceRegex,
  regex,
  regex_pos: regexPos,
  remove_whitespace: removeWhitespace,
  take_first: takeFirst,
  take_first_k: takeFirstK,
  uppercase,
}
