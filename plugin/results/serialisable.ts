import { dictFromEntries, dictGet, dictKeys, isDict, isNumber, pyStr } from '../python/index.ts'
import { arrayText } from './array-text.ts'

/**
 * A value that JSON can hold, as the harness makes one of what it cannot (metrics-spec.md, 6.2): a set becomes a list, anything else
 * the text that Python's str() gives, for a Float64Array that of a numpy array. What JSON holds already is kept.
 */
export function serialisable(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber(value))
    return value
  if (value === undefined) return null
  if (Array.isArray(value)) return value.map(serialisable)
  if (isDict(value))
    return dictFromEntries(dictKeys(value).map(key => [key, serialisable(dictGet(value, key))]))
  if (value instanceof Float64Array) return arrayText(value)
  if (value instanceof Set) return [...value].map(serialisable)
  return typeof value === 'function' ? `<function ${value.name}>` : pyStr(value)
}

/** A value with each of its leaves as the text that Python's str() gives; lists keep their shape, a dict is a leaf. */
export function leavesAsText(value: unknown): unknown {
  return Array.isArray(value) ? value.map(leavesAsText) : pyStr(value)
}
