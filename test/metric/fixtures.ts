import { readFileSync } from 'node:fs'
import { parseJson } from '../../plugin/python/index.ts'

/** Rows of a file recorded by lm-eval 0.4.13, by default one of fixtures/ beside this file. */
export function fixtureRows<T>(name: string, folder = new URL('./fixtures/', import.meta.url)): T[] {
  return readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => withNumbers(parseJson(line)) as T)
}

/** Numbers that JSON lacks are written `{"$num": "NaN"}`. */
function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null || value instanceof Number) return value
  if ('$num' in value) return Number(value.$num)
  for (const [key, member] of Object.entries(value))
    (value as Record<string, unknown>)[key] = withNumbers(member)
  return value
}

/** Values without the difference of 1.0 and 1. */
export function plain(value: unknown): unknown {
  if (value instanceof Number) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
