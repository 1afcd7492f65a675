import { readFileSync } from 'node:fs'
import { parseJson } from '../../../plugin/python/index.ts'

/** Rows of a file in `cases/`: inputs and what lm-eval 0.4.13 made of them. */
export function recordedCases<T>(name: string): T[] {
  return readFileSync(new URL(`./cases/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => withNumbers(parseJson(line)) as T)
}

/** Puts in the numbers that JSON lacks, written `{"$num": "NaN"}` in recorded cases. */
function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null || value instanceof Number) return value
  if ('$num' in value) return Number(value.$num)
  for (const [key, member] of Object.entries(value))
    (value as Record<string, unknown>)[key] = withNumbers(member)
  return value
}

/** Values without the difference of 1.0 and 1, for comparing numbers alone. */
export function plain(value: unknown): unknown {
  if (value instanceof Number) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

/** Whether two numbers agree within a relative tolerance; NaN equals NaN. */
export function near(a: unknown, b: unknown, tolerance: number): boolean {
  const [x, y] = [Number(a), Number(b)]
  if (Object.is(x, y) || x === y) return true
  return Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y))
}

/** The tolerance that a case names, `rel 1e-9 …`; 1e-12 without. */
export function toleranceOf(text: string | undefined): number {
  return Number(/rel (\S+)/.exec(text ?? '')?.[1] ?? 1e-12)
}
