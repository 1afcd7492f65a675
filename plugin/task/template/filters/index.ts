import { collectionFilters } from './collection.ts'
import type { Filter } from './filter.ts'
import { markupFilters } from './markup.ts'
import { numberFilters } from './number.ts'
import { selectionFilters } from './selection.ts'
import { textFilters } from './text.ts'

/** Jinja's own filters. */
export const jinjaFilters: ReadonlyMap<string, Filter> = new Map([
  ...textFilters,
  ...numberFilters,
  ...collectionFilters,
  ...selectionFilters,
  ...markupFilters,
])
