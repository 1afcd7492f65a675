import { LmEvalError, type SourcePosition } from '../errors.ts'
import { floatRepr, isInt, jsonDumps, PyFloat, parseJson, pyFloat } from '../python/index.ts'
import { endOfGoodJson, keyOffset, positionAt } from './json-place.ts'
import { checkProvenance } from './provenance-fields.ts'
import type { Baseline } from './types.ts'

/** Keys of a task's entry that are no figures. */
const otherKeys = ['alias', 'name', 'sample_len', 'sample_count', ' ']

/**
 * Reads a baseline file: the harness's result shape, or its version-0 `{"results": {TASK: {"acc": …}}, "versions": {…}}`.
 * @param file name of the file, for messages
 * @throws LmEvalError BASELINE with file, line and column for merge conflicts, text that is not JSON, other shapes and
 * figures that are no finite numbers
 */
export function parseBaseline(text: string, file: string): Baseline {
  const fail = (problem: string, ...keys: string[]): never => {
    throw broken(problem, positionAt(text, keyOffset(text, keys), file))
  }
  const conflict = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/mu.exec(text)
  if (conflict !== null) {
    throw broken(
      'has merge conflict markers; take one side, then run `vitest -u`',
      positionAt(text, conflict.index, file),
    )
  }
  const json = parse(text, file)
  if (!isObject(json) || !isObject(json.results)) {
    return fail(
      'is no baseline: it needs an object `results` with an object of figures for each task',
      'results',
    )
  }
  if (Object.keys(json.results).length === 0)
    fail('has figures of no task; delete it and run `vitest -u`', 'results')
  const results: Baseline['results'] = {}
  for (const [task, entry] of Object.entries(json.results)) {
    if (!isObject(entry)) return fail(`needs an object of figures for ${quoted(task)}`, 'results', task)
    results[task] = readFigures(task, entry, (problem, ...keys) => fail(problem, 'results', task, ...keys))
  }
  const { versions = {}, provenance } = json
  if (!isObject(versions))
    return fail('has `versions` that are no object; map each task to its version', 'versions')
  const problem = checkProvenance(provenance)
  if (problem !== undefined) fail(`has ${problem}; delete \`provenance\` and run \`vitest -u\``, 'provenance')
  return {
    results,
    versions,
    ...(provenance === undefined ? {} : { provenance: provenance as NonNullable<Baseline['provenance']> }),
    style: provenance !== undefined || hasFilterNames(json.results) ? 'harness' : 'version-0',
  }
}

/**
 * Text of a baseline file: keys sorted, figures as Python writes floats (the shortest digits that read back the same), a
 * newline at the end. Version-0 files stay on one line, without filter names and without `N/A`.
 */
export function formatBaseline({ results, versions, provenance, style }: Baseline): string {
  if (style === 'version-0') {
    const plain = mapValues(results, entry =>
      Object.fromEntries(
        Object.entries(asFloats(entry))
          .filter(([, value]) => value !== 'N/A')
          .map(([key, value]) => [key.replace(/,none$/u, ''), value]),
      ),
    )
    return `${jsonDumps({ results: plain, versions }, { sortKeys: true })}\n`
  }
  const all = {
    results: mapValues(results, asFloats),
    versions,
    ...(provenance === undefined ? {} : { provenance }),
  }
  return `${jsonDumps(all, { sortKeys: true, indent: 2, ensureAscii: false })}\n`
}

function readFigures(
  task: string,
  entry: Record<string, unknown>,
  fail: (problem: string, ...keys: string[]) => never,
): Record<string, number | 'N/A'> {
  const figures: Record<string, number | 'N/A'> = {}
  for (const [key, value] of Object.entries(entry)) {
    if (otherKeys.includes(key)) continue
    const name = key.includes(',') ? key : `${key},none`
    if (value === 'N/A') figures[name] = value
    else if (
      (isInt(value) || typeof value === 'number' || value instanceof PyFloat) &&
      (Number.isFinite(Number(value)) || isStderr(name))
    ) {
      figures[name] = Number(value)
    } else {
      const shown = typeof value === 'number' ? floatRepr(value) : JSON.stringify(value)
      const problem = `has ${shown} as ${quoted(key)} of ${quoted(task)}, which is no figure to compare with`
      fail(`${problem}; run \`vitest -u\` to replace it`, key)
    }
  }
  if (Object.keys(figures).length === 0)
    fail(`has no figures for ${quoted(task)}; run \`vitest -u\` to write them`)
  return figures
}

/** A standard error is shown, not compared; a bootstrap of nanmean gives NaN as soon as one resample has no value. */
function isStderr(name: string): boolean {
  return /_stderr,/u.test(name)
}

function asFloats(entry: Record<string, number | 'N/A'>): Record<string, number | PyFloat | 'N/A'> {
  return mapValues(entry, value => (value === 'N/A' ? value : pyFloat(value)))
}

function mapValues<T, U>(object: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

function hasFilterNames(results: Record<string, unknown>): boolean {
  return Object.values(results).some(entry => Object.keys(entry as object).some(key => key.includes(',')))
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw broken(
      'is not JSON; restore it, or delete it and run `vitest -u`',
      positionAt(text, endOfGoodJson(text), file),
    )
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Number)
}

function quoted(name: string): string {
  return JSON.stringify(name)
}

function broken(what: string, at: SourcePosition): LmEvalError {
  return new LmEvalError(`Baseline ${at.file}:${at.line}:${at.column} ${what}.`, { code: 'BASELINE', at })
}
