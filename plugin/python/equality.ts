import { dictGet, dictHas, dictKeys, dictSize, isDict, type PyDict, PyTuple } from './containers.ts'
import { PyDateTime } from './datetime.ts'
import { isNumber, type PyFloat } from './number.ts'

/** Python `a == b`: deep, numbers by value whatever their type, `True == 1`, a list never equal to a tuple. */
export function pyEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const x = asNumber(a)
  if (x !== undefined) {
    const y = asNumber(b)
    // biome-ignore lint/suspicious/noDoubleEquals: == compares a bigint with a number by exact value
    return y !== undefined && x == y
  }
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a instanceof PyTuple === b instanceof PyTuple &&
      a.every((item, index) => pyEquals(item, b[index]))
    )
  }
  if (a instanceof Set) {
    return b instanceof Set && a.size === b.size && [...a].every(x => [...b].some(y => pyEquals(x, y)))
  }
  if (a instanceof Uint8Array) {
    return b instanceof Uint8Array && a.length === b.length && a.every((byte, index) => byte === b[index])
  }
  if (a instanceof PyDateTime) return b instanceof PyDateTime && a.valueOf() === b.valueOf()
  return isDict(a) && isDict(b) && dictEquals(a, b)
}

function dictEquals(a: PyDict, b: PyDict): boolean {
  return (
    dictSize(a) === dictSize(b) &&
    dictKeys(a).every(key => dictHas(b, key) && pyEquals(dictGet(a, key), dictGet(b, key)))
  )
}

/** Booleans and numbers as a primitive number or bigint, anything else undefined. */
export function asNumber(value: unknown): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return value
  return isNumber(value) ? Number(value as number | PyFloat) : undefined
}

/** Python `bool(value)`: empty text, zero, None and empty containers are false. */
export function pyTruth(value: unknown): boolean {
  if (value === null || value === undefined) return false
  const number = asNumber(value)
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint zero counts, too
  if (number !== undefined) return number != 0
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0
  if (value instanceof Uint8Array) return value.length > 0
  if (value instanceof Set) return value.size > 0
  return isDict(value) ? dictSize(value) > 0 : true
}
