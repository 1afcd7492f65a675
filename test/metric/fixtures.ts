import { readFileSync } from 'node:fs'
import { parseJson } from '../../plugin/python/index.ts'

/** Rows of a file in fixtures/: recorded by lm-eval 0.4.13. */
export function fixtureRows<T>(name: string): T[] {
  return readFileSync(new URL(`./fixtures/${name}.jsonl`, import.meta.url), 'utf8')
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
