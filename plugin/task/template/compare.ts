import { asNumber } from '../../python/equality.ts'
import { compareText, dictHas, isDict, PyDateTime, PyTuple, pyEquals, pyTruth } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { iterate } from './iterate.ts'
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

/** Python `a == b`. @throws Fault for undefined values, also inside lists. */
export function equal(a: unknown, b: unknown): boolean {
  if (a instanceof MissingElse && !isStrict(b)) return b instanceof MissingElse
  if (b instanceof MissingElse && !isStrict(a)) return false
  if (a instanceof Undefined) a.fail()
  if (b instanceof Undefined) b.fail()
  if (a instanceof Markup || b instanceof Markup) return isText(a) && isText(b) && toText(a) === toText(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return (
      a instanceof PyTuple === b instanceof PyTuple &&
      a.length === b.length &&
      a.every((item, index) => item === b[index] || equal(item, b[index]))
    )
  }
  if (a instanceof PyRange && b instanceof PyRange) {
    return (
      a.length === b.length &&
      (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)))
    )
  }
  return pyEquals(a, b)
}

function isStrict(value: unknown): boolean {
  return value instanceof Undefined && !(value instanceof MissingElse)
}

/** Python's `<`, `<=`, `>` and `>=`. @throws Fault where the types have no order. */
export function ordered(operator: string, a: unknown, b: unknown): boolean {
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
  if (isText(a) && isText(b)) return holds(operator, compareText(toText(a), toText(b)))
  if (Array.isArray(a) && Array.isArray(b) && a instanceof PyTuple === b instanceof PyTuple) {
    for (let index = 0; index < Math.min(a.length, b.length); index++) {
      if (!equal(a[index], b[index])) return ordered(operator, a[index], b[index])
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

/** Sorts as Python does: stable, by `<`. */
export function sorted<T>(items: readonly T[], key: (item: T) => unknown, reverse = false): T[] {
  const keyed = items.map(item => ({ item, key: key(item) }))
  if (keyed.length === 1) return keyed.map(({ item }) => item)
  const sign = reverse ? -1 : 1
  keyed.sort((a, b) => (ordered('<', a.key, b.key) ? -sign : ordered('<', b.key, a.key) ? sign : 0))
  return keyed.map(({ item }) => item)
}

/** Python `item in container`. */
export function contains(container: unknown, item: unknown, budget: Budget): boolean {
  if (container instanceof MissingElse) return false
  if (container instanceof Undefined) container.fail()
  if (isText(container)) {
    if (item instanceof Undefined) item.mistyped()
    if (!isText(item)) throw new Fault(`'in' looks for text in text, not for a ${typeName(item)}`)
    return toText(container).includes(toText(item))
  }
  if (isDict(container)) return dictHas(container, hashable(item))
  for (const known of iterate(container, budget)) if (known === item || equal(known, item)) return true
  return false
}

/** A value that Python can use as a key, Markup as its text. @throws Fault for a list, set or dict. */
export function hashable(value: unknown): unknown {
  if (value instanceof MissingElse) return value
  if (value instanceof Undefined) value.fail()
  if (value instanceof Markup) return value.text
  if (value instanceof PyTuple) for (const item of value) hashable(item)
  else if (Array.isArray(value) || value instanceof Set || isDict(value)) {
    throw new Fault(`a ${typeName(value)} cannot be a key`)
  }
  return value
}
