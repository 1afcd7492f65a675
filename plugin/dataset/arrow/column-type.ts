import { dictGet, dictKeys, isDict, isFloat, isInt, type PyDict, PyFloat } from '../../python/index.ts'
import { parseIsoDate } from './iso-date.ts'

/**
 * What Arrow's JSON reader, as the `json` loader drives it, takes the values at one place of a row for. `json` stands for
 * values of several kinds, which keep theirs.
 */
export type ColumnType =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'date'
  | 'text'
  | 'json'
  | { list: ColumnType }
  | { fields: ReadonlyMap<string, ColumnType> }

export interface TypeRules {
  /** Whether structures may lack keys of others, which are then null; else they are `json`. */
  uniteKeys: boolean
}

const kinds = { bool: 1, number: 2, text: 4, list: 8, dict: 16, date: 32 } as const
const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n }

/**
 * Type of the values at one place of all rows; null and undefined count for nothing.
 * @param known a type that the place was given before: what was `json` stays so
 */
export function typeOf(values: readonly unknown[], rules: TypeRules, known?: ColumnType): ColumnType {
  if (known === 'json') return 'json'
  let found = 0
  for (const value of values) {
    if (value !== null && value !== undefined) found |= kindOf(value)
  }
  switch (found) {
    case 0:
      return 'null'
    case kinds.bool:
      return 'bool'
    case kinds.number:
      return values.some(isFloatOrHuge) ? 'float' : 'int'
    case kinds.text:
      return values.every(isDateText) ? 'date' : 'text'
    case kinds.date:
      return 'date'
    case kinds.list:
      return { list: itemType(values as unknown[][], rules, known) }
    case kinds.dict:
      return structType(values.filter(isDict), rules, known)
    default:
      return 'json'
  }
}

function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return kinds.text
    case 'number':
    case 'bigint':
      return kinds.number
    case 'boolean':
      return kinds.bool
  }
  if (value instanceof PyFloat) return kinds.number
  if (Array.isArray(value)) return kinds.list
  return isDict(value) ? kinds.dict : kinds.date
}

function isFloatOrHuge(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'bigint') return value < int64.least || value > int64.most
  return isFloat(value) || (isInt(value) && !Number.isSafeInteger(value))
}

function isDateText(value: unknown): boolean {
  return value === null || value === undefined || parseIsoDate(value as string) !== undefined
}

function itemType(lists: readonly unknown[][], rules: TypeRules, known: ColumnType | undefined): ColumnType {
  const items: unknown[] = []
  for (const list of lists) if (Array.isArray(list)) for (const item of list) items.push(item)
  return typeOf(items, rules, typeof known === 'object' && 'list' in known ? known.list : undefined)
}

function structType(dicts: readonly PyDict[], rules: TypeRules, known: ColumnType | undefined): ColumnType {
  const keys = new Set<unknown>()
  const first = dicts[0] === undefined ? 0 : dictKeys(dicts[0]).length
  let alike = first > 0
  for (const dict of dicts) {
    const own = dictKeys(dict)
    for (const key of own) keys.add(key)
    alike &&= own.length === first
  }
  alike &&= keys.size === first
  if (!(alike || rules.uniteKeys)) return 'json'
  const fields = new Map<string, ColumnType>()
  for (const key of keys as Set<string>) {
    const before = typeof known === 'object' && 'fields' in known ? known.fields.get(key) : undefined
    fields.set(
      key,
      typeOf(
        dicts.map(dict => dictGet(dict, key)),
        rules,
        before,
      ),
    )
  }
  return { fields }
}

/** Whether a type holds values of several kinds somewhere. */
export function holdsJson(type: ColumnType): boolean {
  if (typeof type === 'string') return type === 'json'
  return 'list' in type ? holdsJson(type.list) : [...type.fields.values()].some(holdsJson)
}
