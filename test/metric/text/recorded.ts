import { fixtureRows, plain } from '../fixtures.ts'

/** A case recorded from the reference packages (sacrebleu 2.6.0, evaluate 0.4.6, rouge-score 0.1.2, NLTK 3.10.4, lm-eval 0.4.13). */
export interface Recorded<Input, Expect> {
  id: string
  kind: string
  input: Input
  expect: Expect
}

export function recorded<Input, Expect>(kind: string, file = 'recorded'): Recorded<Input, Expect>[] {
  const rows = fixtureRows<Recorded<Input, Expect>>(file, new URL('./fixtures/', import.meta.url))
  return plain(rows.filter(row => row.kind === kind)) as Recorded<Input, Expect>[]
}

/** Numbers within 1e-12 of one another, relative to the larger; everything else equal. Says where they differ. */
export function difference(found: unknown, wanted: unknown, path = 'value'): string | undefined {
  if (typeof found === 'number' && typeof wanted === 'number') {
    if (Object.is(found, wanted) || found === wanted) return undefined
    const near = Math.abs(found - wanted) <= 1e-12 * Math.max(Math.abs(found), Math.abs(wanted))
    return near ? undefined : `${path}: ${found}, wanted ${wanted}`
  }
  if (typeof wanted !== 'object' || wanted === null || typeof found !== 'object' || found === null) {
    return found === wanted ? undefined : `${path}: ${String(found)}, wanted ${String(wanted)}`
  }
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [a, b] = [found, wanted].map(side => (side as Record<string, unknown>)[key])
    const told = difference(a, b, `${path}.${key}`)
    if (told !== undefined) return told
  }
  return undefined
}
