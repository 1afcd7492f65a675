import * as v from 'valibot'
import { LmEvalError, type SourcePosition } from '../errors.ts'
import { jsonDumps, parseJson } from '../python/index.ts'
import type { Baseline, BaselineProvenance } from './types.ts'

const figures = v.record(v.string(), v.union([v.number(), v.literal('N/A')]))
const provenance = v.looseObject({
  model: v.optional(v.string()),
  documents: v.optional(v.number()),
  taskHash: v.optional(v.string()),
})

/**
 * Reads a baseline file: the harness's result shape, or its old `{"results": {TASK: {"acc": …}}, "versions": {…}}`.
 * @throws LmEvalError BASELINE for merge conflicts, text that is not JSON, other shapes and figures that are no numbers
 */
export function parseBaseline(text: string, file: string): Baseline {
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/mu.exec(text)
  if (conflict !== null) {
    throw broken(file, 'has merge conflict markers; resolve them, then run `vitest -u`', place(text, conflict.index, file))
  }
  const json = parse(text, file)
  if (!isObject(json) || !isObject(json.results)) {
    throw broken(file, 'is no baseline: it needs an object `results` with an object of figures for each task')
  }
  const raw = json.results as Record<string, unknown>
  if (Object.keys(raw).length === 0) throw broken(file, 'has figures of no task')
  const results: Baseline['results'] = {}
  let style: Baseline['style'] = 'version-0'
  for (const [task, entry] of Object.entries(raw)) {
    if (!isObject(entry)) throw broken(file, `has no object of figures for task ${task}`)
    results[task] = readFigures(entry, task, file)
    if (Object.keys(entry).some(key => key.includes(','))) style = 'harness'
  }
  if (json.provenance !== undefined) style = 'harness'
  const checked = v.safeParse(v.optional(provenance), json.provenance)
  if (!checked.success) throw broken(file, 'has a `provenance` that is no object of known fields')
  return {
    results,
    versions: isObject(json.versions) ? json.versions : {},
    ...(checked.output === undefined ? {} : { provenance: checked.output as BaselineProvenance }),
    style,
  }
}

/** The text of a baseline file: keys sorted, numbers as short as they read back exactly, a newline at the end. */
export function formatBaseline({ results, versions, provenance, style }: Baseline): string {
  if (style === 'version-0') {
    const plain = Object.fromEntries(
      Object.entries(results).map(([task, entry]) => [task, renameKeys(entry, key => key.replace(/,none$/u, ''))]),
    )
    return `${jsonDumps({ results: plain, versions }, { sortKeys: true })}\n`
  }
  const all = { results, versions, ...(provenance === undefined ? {} : { provenance }) }
  return `${jsonDumps(all, { sortKeys: true, indent: 2, ensureAscii: false })}\n`
}

function readFigures(entry: Record<string, unknown>, task: string, file: string): Record<string, number | 'N/A'> {
  const kept = Object.entries(entry).filter(
    ([key]) => !['alias', 'name', 'sample_len', 'sample_count', ' '].includes(key),
  )
  const values = kept.map(([key, value]) => [withFilter(key), value instanceof Number ? Number(value) : value] as const)
  for (const [key, value] of values) {
    if (value === 'N/A' || (typeof value === 'number' && Number.isFinite(value))) continue
    throw broken(file, `has ${JSON.stringify(value) ?? String(value)} for ${task} ${key}, which is no figure to compare with`)
  }
  return v.parse(figures, Object.fromEntries(values))
}

function withFilter(key: string): string {
  return key.includes(',') ? key : `${key},none`
}

function renameKeys<T>(entry: Record<string, T>, rename: (key: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [rename(key), value]))
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    const at = /position (\d+)/u.exec((cause as Error).message)?.[1]
    throw broken(file, 'is not JSON; restore it, or delete it and run `vitest -u`', place(text, Number(at ?? 0), file))
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function place(text: string, offset: number, file: string): SourcePosition {
  const before = text.slice(0, offset).split('\n')
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function broken(file: string, what: string, at: SourcePosition = { file, line: 1, column: 1 }): LmEvalError {
  return new LmEvalError(`Baseline ${file}:${at.line}:${at.column} ${what}.`, { code: 'BASELINE', at })
}
