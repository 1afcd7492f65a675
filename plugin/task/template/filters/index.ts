import { collectionFilters } from './collection.ts'
import type { Filter } from './filter.ts'
import { markupFilters } from './markup.ts'
import { numberFilters } from './number.ts'
import { regexReplace } from './regex-replace.ts'
import { selectionFilters } from './selection.ts'
import { textFilters } from './text.ts'

/** Jinja's own filters and the harness's `regex_replace`. */
export const filters: ReadonlyMap<string, Filter> = new Map([
  ...textFilters,
  ...numberFilters,
  ...collectionFilters,
  ...selectionFilters,
  ...markupFilters,
  ['regex_replace', regexReplace] as const,
])
