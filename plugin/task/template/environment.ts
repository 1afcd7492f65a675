import type { Filter } from './filters/filter.ts'
import { jinjaFilters } from './filters/index.ts'
import { regexReplace } from './filters/regex-replace.ts'
import type { Callable } from './values.ts'

/** How templates of one kind are read and rendered: what Jinja calls an environment. */
export interface TemplateEnvironment {
  /** The line break behind a tag or comment goes. */
  trimBlocks: boolean
  /** White space before a tag or comment goes where nothing else stands before it on its line. */
  lstripBlocks: boolean
  keepTrailingNewline: boolean
  /** Undefined names print as nothing instead of being errors; what belongs to them still is one. */
  lenient: boolean
  /** `{% break %}`, `{% continue %}` and `{% generation %}` are tags. */
  extraTags: boolean
  /** Lists and dicts cannot be changed. */
  immutable: boolean
  /** Functions beside Jinja's own. */
  functions: ReadonlyMap<string, Callable>
  /** All filters that templates can use. */
  filters: ReadonlyMap<string, Filter>
}

/** The harness's environment for the templates of task files (task-spec.md, 7). */
export const taskEnvironment: TemplateEnvironment = {
  trimBlocks: false,
  lstripBlocks: false,
  keepTrailingNewline: true,
  lenient: false,
  extraTags: false,
  immutable: false,
  functions: new Map(),
  filters: new Map([...jinjaFilters, ['regex_replace', regexReplace]]),
}
