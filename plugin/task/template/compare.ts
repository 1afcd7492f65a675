import { asNumber } from '../../python/equality.ts'
import {
  compareText,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  isInt,
  PyDateTime,
  type PyDict,
  PyTuple,
  pyEquals,
  pyTruth,
} from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { iterate } from './iterate.ts'
import { includesText } from './search-text.ts'
import { spendKeys } from './spend-value.ts'
import {
  Callable,
  DictView,
  Fields,
  isText,
  Markup,
  MissingElse,
  Namespace,
  PyIterator,
  PyRange,
  toText,
  typeName,
  Undefined,
} from './values.ts'

/** Python `bool(value)`. @throws Fault for an undefined value. */
export function truth(value: unknown): boolean {
  if (value instanceof MissingElse) return false
  if (value instanceof Undefined) value.fail()
  if (value instanceof Markup) return value.text !== ''
  if (value instanceof PyRange) return value.length > 0
  if (value instanceof DictView) return value.items.length > 0
  if (isEngineObject(value)) return true
  return pyTruth(value)
}

function isEngineObject(value: unknown): boolean {
  return (
    value instanceof Callable ||
    value instanceof PyIterator ||
    value instanceof Namespace ||
    value instanceof Fields
  )
}

/** Python `a == b`, every compared part paid for. @throws Fault for undefined values, also inside lists. */
export function equal(a: unknown, b: unknown, budget: Budget): boolean {
  budget.spend()
  if (a instanceof MissingElse && !isStrict(b)) return b instanceof MissingElse
  if (b instanceof MissingElse && !isStrict(a)) return false
  if (a instanceof Undefined) a.fail()
  if (b instanceof Undefined) b.fail()
  if (isText(a) && isText(b)) return equalTexts(toText(a), toText(b), budget)
  if (Array.isArray(a) && Array.isArray(b)) {
    return (
      a instanceof PyTuple === b instanceof PyTuple &&
      a.length === b.length &&
      a.every((item, index) => same(item, b[index], budget))
    )
  }
  if (isDict(a) && isDict(b)) return equalDicts(a, b, budget)
  if (a instanceof PyRange && b instanceof PyRange) {
    return (
      a.length === b.length &&
      (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)))
    )
  }
  if (a instanceof Set && b instanceof Set) budget.spend(a.size * b.size)
  if (a instanceof Uint8Array) budget.spendText(a.length)
  return pyEquals(a, b)
}

/** Python `a is b or a == b`, which is how it looks for items. */
export function same(a: unknown, b: unknown, budget: Budget): boolean {
  budget.spend(0.25)
  return a === b || equal(a, b, budget)
}

function equalTexts(a: string, b: string, budget: Budget): boolean {
  if (a.length !== b.length) return false
  budget.spendText(a.length)
  return a === b
}

function equalDicts(a: PyDict, b: PyDict, budget: Budget): boolean {
  const keys = dictKeys(a)
  budget.spend(keys.length)
  if (keys.length !== dictKeys(b).length) return false
  return keys.every(key => {
    spendKeys(b, key, budget)
    return dictHas(b, key) && same(dictGet(a, key), dictGet(b, key), budget)
  })
}

function isStrict(value: unknown): boolean {
  return value instanceof Undefined && !(value instanceof MissingElse)
}

/** Python's `<`, `<=`, `>` and `>=`, every compared part paid for. @throws Fault where the types have no order. */
export function ordered(operator: string, a: unknown, b: unknown, budget: Budget): boolean {
  budget.spend()
  const x = asNumber(a)
  const y = asNumber(b)
  if (x !== undefined && y !== undefined)
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number of one value are not identical
    return holds(operator, x < y ? -1 : x > y ? 1 : x == y ? 0 : Number.NaN)
  if (a instanceof Undefined) a.fail()
  if (b instanceof Undefined) b.fail()
  if (a instanceof PyDateTime && b instanceof PyDateTime) {
    return holds(operator, a.valueOf() - b.valueOf())
  }
  if (isText(a) && isText(b)) {
    const [left, right] = [toText(a), toText(b)]
    if (left === right) {
      budget.spendText(left.length)
      return holds(operator, 0)
    }
    budget.spendScan(Math.min(left.length, right.length) / 4)
    return holds(operator, compareText(left, right))
  }
  if (Array.isArray(a) && Array.isArray(b) && a instanceof PyTuple === b instanceof PyTuple) {
    for (let index = 0; index < Math.min(a.length, b.length); index++) {
      if (!same(a[index], b[index], budget)) return ordered(operator, a[index], b[index], budget)
    }
    return holds(operator, a.length - b.length)
  }
  throw new Fault(`'${operator}' cannot compare a ${typeName(a)} with a ${typeName(b)}`)
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    default:
      return order >= 0
  }
}

/** Sorts as Python does: stable, by `<`. Each comparison is paid for. */
export function sorted<T>(
  items: readonly T[],
  key: (item: T) => unknown,
  budget: Budget,
  reverse = false,
): T[] {
  budget.spend(items.length)
  const keyed = items.map(item => ({ item, key: key(item) }))
  if (keyed.length === 1) return keyed.map(({ item }) => item)
  const sign = reverse ? -1 : 1
  const before = (a: unknown, b: unknown) => ordered('<', a, b, budget)
  keyed.sort((a, b) => (before(a.key, b.key) ? -sign : before(b.key, a.key) ? sign : 0))
  return keyed.map(({ item }) => item)
}

/** Python `item in container`, paid for as far as it is looked through. */
export function contains(container: unknown, item: unknown, budget: Budget): boolean {
  budget.spend()
  if (container instanceof MissingElse) return false
  if (container instanceof Undefined) container.fail()
  if (isText(container)) {
    if (item instanceof Undefined) item.mistyped()
    if (!isText(item)) throw new Fault(`'in' looks for text in text, not for a ${typeName(item)}`)
    return includesText(toText(container), toText(item), budget)
  }
  if (isDict(container)) {
    const key = hashable(item, budget)
    spendKeys(container, key, budget)
    return dictHas(container, key)
  }
  if (container instanceof DictView && container.kind === 'dict_keys') hashable(item, budget)
  if (container instanceof Uint8Array && !isInt(item) && typeof item !== 'boolean')
    throw new Fault(`'in' looks for ints in bytes, not for a ${typeName(item)}`)
  for (const known of iterate(container, budget)) if (same(known, item, budget)) return true
  return false
}

/** A value that Python can use as a key, Markup as its text; its parts are paid for. @throws Fault for a list, set or dict. */
export function hashable(value: unknown, budget: Budget): unknown {
  budget.spend()
  if (value instanceof MissingElse) return value
  if (value instanceof Undefined) value.fail()
  if (value instanceof Markup) return value.text
  if (value instanceof PyTuple) for (const item of value) hashable(item, budget)
  else if (Array.isArray(value) || value instanceof Set || isDict(value) || isKeyView(value)) {
    throw new Fault(`a ${typeName(value)} cannot be a key`)
  }
  return value
}

function isKeyView(value: unknown): boolean {
  return value instanceof DictView && value.kind !== 'dict_values'
}
