import { readFileSync } from 'node:fs'

/** A case recorded from the reference packages (sacrebleu 2.6.0, evaluate 0.4.6, rouge-score 0.1.2, NLTK 3.10.4, lm-eval 0.4.13). */
export interface Recorded<Input, Expect> {
  id: string
  kind: string
  input: Input
  expect: Expect
}

/** Cases of one kind from a file in fixtures/. */
export function recorded<Input, Expect>(kind: string, file = 'recorded'): Recorded<Input, Expect>[] {
  const text = readFileSync(new URL(`./fixtures/${file}.jsonl`, import.meta.url), 'utf8')
  const rows = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line, withNumbers) as Recorded<Input, Expect>)
    .filter(row => row.kind === kind)
  if (rows.length === 0) throw new RangeError(`there are no cases of ${kind} in ${file}`)
  return rows
}

/** Numbers that JSON lacks are written `{"$num": "NaN"}`. */
function withNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && '$num' in value ? Number(value.$num) : value
}

/**
 * Where two values differ, if they do: numbers by more than the tolerance, relative to the larger, everything else at all.
 * @param tolerance default: 1e-12
 */
export function difference(
  found: unknown,
  wanted: unknown,
  tolerance = 1e-12,
  path = 'value',
): string | undefined {
  if (typeof found === 'number' && typeof wanted === 'number') {
    if (Object.is(found, wanted) || found === wanted) return undefined
    const near = Math.abs(found - wanted) <= tolerance * Math.max(Math.abs(found), Math.abs(wanted))
    return near ? undefined : `${path}: ${found}, wanted ${wanted}`
  }
  if (typeof wanted !== 'object' || wanted === null || typeof found !== 'object' || found === null) {
    return found === wanted ? undefined : `${path}: ${String(found)}, wanted ${String(wanted)}`
  }
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [a, b] = [found, wanted].map(side => (side as Record<string, unknown>)[key])
    const told = difference(a, b, tolerance, `${path}.${key}`)
    if (told !== undefined) return told
  }
  return undefined
}
