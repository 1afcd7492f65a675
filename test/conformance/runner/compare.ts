import {
  dictGet,
  dictKeys,
  isDict,
  isFloat,
  isInt,
  isNumber,
  pyEquals,
  pyStr,
} from '../../../plugin/python/index.ts'
import type { Difference } from './outcome.ts'

export interface CompareOptions {
  /** Numbers may differ by this, relatively, and 1 equals 1.0. Default: numbers are of one kind and equal. */
  tolerance?: number
}

/** Compares what was found with what was recorded; values without a JSON form are recorded as `{"__tuple__": …}` and so on. */
export function compare(
  where: string,
  recorded: unknown,
  found: unknown,
  options: CompareOptions = {},
): Difference[] {
  const expected = special(recorded)
  if (typeof expected === 'object' && expected !== null && 'text' in expected) {
    return pyStr(found) === expected.text ? [] : [{ where, recorded, found }]
  }
  if (isNumber(recorded) && isNumber(found)) {
    return sameNumber(recorded, found, options) ? [] : [{ where, recorded, found }]
  }
  const list = Array.isArray(recorded) ? recorded : (expected as { items: unknown[] } | undefined)?.items
  if (list !== undefined) return compareLists(where, list, found, options)
  if (isDict(recorded)) return compareMappings(where, recorded, found, options)
  const same = recorded === found || (recorded === null && found === undefined)
  return same ? [] : [{ where, recorded, found }]
}

function special(recorded: unknown): { items: unknown[] } | { text: string } | undefined {
  if (!isDict(recorded) || dictKeys(recorded).length !== 1) return undefined
  const tuple = dictGet(recorded, '__tuple__')
  if (Array.isArray(tuple)) return { items: tuple }
  const float = dictGet(recorded, '__float__')
  if (typeof float === 'string') return { text: float }
  const date = dictGet(recorded, '__date__')
  if (typeof date === 'string') return { text: date.replace('T', ' ') }
  const repr = dictGet(recorded, '__repr__')
  return typeof repr === 'string' ? { text: repr } : undefined
}

function sameNumber(recorded: unknown, found: unknown, { tolerance }: CompareOptions): boolean {
  if (tolerance === undefined) {
    return (
      pyEquals(recorded, found) && isInt(recorded) === isInt(found) && isFloat(recorded) === isFloat(found)
    )
  }
  const [a, b] = [Number(recorded), Number(found)]
  return Object.is(a, b) || a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}

function compareLists(
  where: string,
  recorded: readonly unknown[],
  found: unknown,
  options: CompareOptions,
): Difference[] {
  if (!Array.isArray(found) || found.length !== recorded.length) return [{ where, recorded, found }]
  return recorded.flatMap((item, index) => compare(`${where}[${index}]`, item, found[index], options))
}

function compareMappings(
  where: string,
  recorded: Parameters<typeof dictKeys>[0],
  found: unknown,
  options: CompareOptions,
): Difference[] {
  if (!isDict(found)) return [{ where, recorded, found }]
  const keys = new Set([...dictKeys(recorded), ...dictKeys(found)])
  return [...keys].flatMap(key =>
    compare(`${where}.${String(key)}`, dictGet(recorded, key), dictGet(found, key), options),
  )
}
