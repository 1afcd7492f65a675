import { pyEquals } from './equality.ts'

/** A Python tuple. An array in every respect but its repr, so that code for lists accepts it. */
export class PyTuple extends Array<unknown> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  /** A tuple of the items; unlike the constructor, safe for a single number. */
  static fromItems(items: readonly unknown[]): PyTuple {
    const tuple = new PyTuple()
    for (const item of items) tuple.push(item)
    return tuple
  }
}

/** A Python dict: a plain object where all keys are strings, else a Map. */
export type PyDict = Record<string, unknown> | Map<unknown, unknown>

const keyOrders = new WeakMap<object, readonly string[]>()
const integerKey = /^(?:0|[1-9]\d*)$/

/** True for a dict: a Map, or an object that is no instance of a class. */
export function isDict(value: unknown): value is PyDict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (value instanceof Map) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

/**
 * A dict from its items, later items replacing earlier ones of an equal key in place, as in Python. JavaScript objects
 * move integer-like keys to the front; the written order is remembered beside the object and {@link dictKeys} gives it.
 */
export function dictFromEntries(entries: Iterable<readonly [unknown, unknown]>): PyDict {
  const map = new Map<unknown, unknown>()
  let plain = true
  for (const [key, value] of entries) {
    plain &&= typeof key === 'string'
    map.set(typeof key === 'string' ? key : existingKey(map, key), value)
  }
  if (!plain) return map
  const object: Record<string, unknown> = {}
  for (const [key, value] of map) setOwn(object, key as string, value)
  rememberKeyOrder(object, [...map.keys()] as string[])
  return object
}

/** Sets a property of its own even for a key such as `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  } else {
    object[key] = value
  }
}

/** Remembers the order in which the keys of an object were written, where JavaScript would not keep it. */
export function rememberKeyOrder(object: object, keys: readonly string[]): void {
  if (keys.some(key => integerKey.test(key))) keyOrders.set(object, keys)
}

/** Keys of a dict in Python's order, the order of insertion. */
export function dictKeys(dict: PyDict): unknown[] {
  if (dict instanceof Map) return [...dict.keys()]
  const keys = Object.keys(dict)
  const order = keyOrders.get(dict)
  if (order === undefined) return keys
  const known = order.filter(key => Object.hasOwn(dict, key))
  if (known.length === keys.length) return known
  const named = new Set(known)
  return [...known, ...keys.filter(key => !named.has(key))]
}

/** Whether a dict has the key, comparing as Python does (`1 == 1.0 == True`). */
export function dictHas(dict: PyDict, key: unknown): boolean {
  if (dict instanceof Map) return dict.has(existingKey(dict, key))
  return typeof key === 'string' && Object.hasOwn(dict, key)
}

/** Value of a key, or undefined where the dict lacks it. */
export function dictGet(dict: PyDict, key: unknown): unknown {
  if (dict instanceof Map) return dict.get(existingKey(dict, key))
  if (typeof key !== 'string') return undefined
  const property = Object.getOwnPropertyDescriptor(dict, key)
  return property?.value
}

/** Python `len` of a dict. */
export function dictSize(dict: PyDict): number {
  return dict instanceof Map ? dict.size : Object.keys(dict).length
}

function existingKey(map: Map<unknown, unknown>, key: unknown): unknown {
  if (typeof key === 'string' || map.has(key)) return key
  for (const known of map.keys()) if (pyEquals(known, key)) return known
  return key
}
