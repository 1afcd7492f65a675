import { relative } from 'node:path'
import { pyEquals } from '../../../plugin/python/index.ts'
import type { CaseRow } from './outcome.ts'
import { type Translation, translations } from './translations.ts'

type Rows = Record<string, unknown>[]

/** Names that a Python module defines. */
function definedNames(source: string): string[] {
  return [...source.matchAll(/^(?:def\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*=)/gm)].map(
    match => (match[1] ?? match[2]) as string,
  )
}

/**
 * Stands in for a case's Python modules: with translated functions where there are some, else with the rows that the case
 * gives as `processed` for each split.
 */
export class PythonModules {
  readonly #row: CaseRow
  readonly #folder: string

  constructor(row: CaseRow, folder: string) {
    this.#row = row
    this.#folder = folder
  }

  /** A module of the case without translation, or undefined where all can be run. */
  static untranslated({ needs, files }: CaseRow): string | undefined {
    if (needs !== 'functions') return undefined
    return Object.entries((files ?? {}) as Record<string, string>).find(
      ([name, source]) => name.endsWith('.py') && translationOf(source) === undefined,
    )?.[0]
  }

  readonly importModule = async (file: string): Promise<Record<string, unknown>> => {
    const name = relative(this.#folder, file).replaceAll('\\', '/').replace(/\.ts$/u, '.py')
    const source = (this.#row.files as Record<string, string>)[name] ?? ''
    const translated = translationOf(source)
    if (translated !== undefined) return translated
    const defined = definedNames(source)
    const names = defined.length > 0 ? defined : this.#namedFunctions()
    return Object.fromEntries(names.map(name => [name, (rows: Rows) => this.#processed(rows)]))
  }

  /** Where a module's text is withheld: what the task files ask of it. */
  #namedFunctions(): string[] {
    const files = Object.values(this.#row.files as Record<string, string>)
    return files.flatMap(text =>
      [...text.matchAll(/!function\s+\S*\.(\w+)/g)].map(match => match[1] as string),
    )
  }

  #processed(rows: Rows): Rows {
    const data = (this.#row.data ?? {}) as Record<string, Rows>
    const processed = (this.#row.processed ?? {}) as Record<string, Rows | { error: string }>
    const split = Object.keys(data).find(name => sameRows(data[name] as Rows, rows))
    const result = split === undefined ? undefined : processed[split]
    if (Array.isArray(result)) return result
    throw new TypeError(`no processed rows are recorded (${result?.error ?? 'unknown split'})`)
  }
}

function translationOf(source: string): Translation | undefined {
  return translations.find(({ source: known }) => known.trim() === source.trim())?.functions
}

/** Rows as written and as loaded may differ by columns that are null. */
function sameRows(written: Rows, loaded: Rows): boolean {
  return (
    written.length === loaded.length &&
    written.every((row, index) =>
      Object.entries(row).every(([key, value]) => sameValue(value, loaded[index]?.[key])),
    )
  )
}

function sameValue(written: unknown, loaded: unknown): boolean {
  return pyEquals(written, loaded) || typeof loaded === 'object'
}
