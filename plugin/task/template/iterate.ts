import { dictKeys, dictSize, isDict, len } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import {
  DictView,
  isText,
  Markup,
  MissingElse,
  PyIterator,
  PyRange,
  toText,
  typeName,
  Undefined,
} from './values.ts'

/** The items that Python's `for` gets of a value, each paid for as it is taken. @throws Fault where it is not iterable. */
export function* iterate(value: unknown, budget: Budget): Generator<unknown, void> {
  if (isText(value)) budget.spendText(toText(value).length)
  if (isDict(value)) budget.spend(dictSize(value))
  for (const item of iterable(value)) {
    budget.spend()
    yield item
  }
}

/** All items at once, Python's `list(value)`. */
export function itemsOf(value: unknown, budget: Budget): unknown[] {
  if (Array.isArray(value)) {
    budget.spend(value.length)
    return value.slice()
  }
  return [...iterate(value, budget)]
}

/** @throws Fault where the value cannot be iterated. */
export function iterable(value: unknown): Iterable<unknown> {
  if (Array.isArray(value) || value instanceof Set || value instanceof PyIterator) return value
  if (value instanceof MissingElse) return []
  if (value instanceof Undefined) value.fail()
  if (isText(value)) return toText(value)
  if (value instanceof PyRange) return rangeItems(value)
  if (value instanceof DictView) return value.items
  if (value instanceof Uint8Array) return value
  if (isDict(value)) return dictKeys(value)
  throw new Fault(`a ${typeName(value)} cannot be iterated`)
}

function* rangeItems(range: PyRange): Generator<number, void> {
  for (let index = 0; index < range.length; index++) yield range.at(index)
}

/** Python `len(value)`, or undefined where it has none. */
export function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return len(value)
  if (value instanceof Markup) return len(value.text)
  if (Array.isArray(value) || value instanceof PyRange || value instanceof Uint8Array) return value.length
  if (value instanceof Set) return value.size
  if (value instanceof DictView) return value.items.length
  if (value instanceof MissingElse) return 0
  if (value instanceof Undefined) value.fail()
  return isDict(value) ? dictSize(value) : undefined
}
