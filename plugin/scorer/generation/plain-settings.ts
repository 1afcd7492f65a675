import { dictGet, dictKeys, isDict, type PyDict, PyFloat } from '../../python/index.ts'

/** Generation arguments as JSON can carry them: a number's value is what counts, not whether it is an int or a float. */
export function plainSettings(settings: PyDict): Record<string, unknown> {
  return Object.fromEntries(dictKeys(settings).map(key => [String(key), plain(dictGet(settings, key))]))
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof PyFloat) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  return isDict(value) ? plainSettings(value) : value
}
