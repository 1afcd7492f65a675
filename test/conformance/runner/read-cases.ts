import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseJson } from '../../../plugin/python/index.ts'
import type { CaseRow } from './outcome.ts'

/** Case files under folders, sorted; a file may be named itself. */
export function caseFiles(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
    return names.filter(name => name.endsWith('.jsonl')).map(name => join(path, name))
  })
}

/** Rows of a case file. Template rows, which have neither id nor kind, get both. */
export function readCases(file: string): CaseRow[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const row = parseJson(line) as Record<string, unknown>
    const id = (row.id as string | undefined) ?? `${basename(file, '.jsonl')}:${index + 1}`
    const isTemplateRow = row.kind === undefined && typeof row.template === 'string' && row.doc !== undefined
    const kind = (row.kind as string | undefined) ?? (isTemplateRow ? 'template_row' : 'unknown')
    return [{ ...row, id, kind, folder: dirname(file) } as CaseRow]
  })
}
