import {
  dictFromEntries,
  dictGet,
  dictKeys,
  isDict,
  isFloat,
  isInt,
  isNumber,
  pyFloat,
} from '../../python/index.ts'
import { parseIsoDate } from './iso-date.ts'
import { readText, rereadValue, writtenFloat } from './ujson.ts'

type Kind = 'boolean' | 'number' | 'string' | 'list' | 'mapping'
type Dict = Parameters<typeof dictKeys>[0]

/** Largest and smallest whole number that a column of integers holds. */
const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n }

/**
 * Columns of a JSON Lines file as the data sets library (datasets 5) loads them (task-spec.md, 5), nested values included: one
 * float makes all numbers of a place floats, texts that all are ISO dates become dates, and a place whose values are of
 * different kinds, or mappings with different keys, keeps JSON values.
 * @param columns values of each column, in the order of the rows; null where a row has none
 */
export function settleJsonColumns(columns: readonly unknown[][]): unknown[][] {
  const rewritten = columns.some(isMixed)
  return columns.map(values => settle(values, rewritten))
}

/** Whether some place below holds JSON values; the whole file is written anew then, which rounds its floats. */
function isMixed(values: readonly unknown[]): boolean {
  const present = values.filter(value => value !== null)
  const kind = kindOf(present)
  if (kind === undefined) return present.length > 0
  if (kind === 'list') return isMixed((present as unknown[][]).flat())
  if (kind !== 'mapping') return false
  const keys = sharedKeys(present as Dict[])
  return keys === undefined || keys.some(key => isMixed(present.map(value => dictGet(value as Dict, key))))
}

function settle(values: readonly unknown[], rewritten: boolean): unknown[] {
  const present = values.filter(value => value !== null)
  if (present.length === 0) return [...values]
  const each = (change: (value: unknown) => unknown): unknown[] =>
    values.map(value => (value === null ? null : change(value)))
  switch (kindOf(present)) {
    case undefined:
      return each(value => (typeof value === 'string' ? readText(value) : rereadValue(value)))
    case 'boolean':
      return [...values]
    case 'number': {
      if (!present.some(isFloatNumber)) return [...values]
      return each(value => (rewritten && isFloat(value) ? writtenFloat(value) : pyFloat(Number(value))))
    }
    case 'string': {
      const dates = present.map(value => parseIsoDate(value as string))
      let next = 0
      return dates.includes(undefined) ? [...values] : each(() => dates[next++])
    }
    case 'list': {
      const items = settle((present as unknown[][]).flat(), rewritten)
      let next = 0
      return each(value => (value as unknown[]).map(() => items[next++]))
    }
    case 'mapping':
      return settleMappings(values, present as Dict[], rewritten)
  }
}

function settleMappings(values: readonly unknown[], present: readonly Dict[], rewritten: boolean): unknown[] {
  const keys = sharedKeys(present)
  if (keys === undefined) return values.map(rereadValue)
  const settled = keys.map(key =>
    settle(
      present.map(value => dictGet(value, key)),
      rewritten,
    ),
  )
  let next = -1
  return values.map(value => {
    if (value === null) return null
    next += 1
    return dictFromEntries(keys.map((key, index) => [key, settled[index]?.[next]] as const))
  })
}

/** Keys of mappings that all have the same ones, in the order of the first; undefined for others, and for empty ones. */
function sharedKeys(mappings: readonly Dict[]): unknown[] | undefined {
  const [first] = mappings
  const keys = first === undefined ? [] : dictKeys(first)
  if (keys.length === 0) return undefined
  const same = mappings.every(
    mapping =>
      dictKeys(mapping).length === keys.length && keys.every(key => dictGet(mapping, key) !== undefined),
  )
  return same ? keys : undefined
}

/** The one kind of all values; undefined where there are several, or none. */
function kindOf(values: readonly unknown[]): Kind | undefined {
  let kind: Kind | undefined
  for (const value of values) {
    const found = oneKind(value)
    if (kind !== undefined && found !== kind) return undefined
    kind = found
  }
  return kind
}

function oneKind(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (isNumber(value)) return 'number'
  if (Array.isArray(value)) return 'list'
  return isDict(value) ? 'mapping' : undefined
}

function isFloatNumber(value: unknown): boolean {
  if (isFloat(value)) return true
  return isInt(value) && typeof value === 'bigint' && (value < int64.least || value > int64.most)
}
