import { expect } from 'vitest'
import { near, plain } from './recorded-cases.ts'

/** Equal keys in equal order, equal numbers (those of a softmax within 1e-14). */
export function expectSame(found: unknown, recorded: unknown): void {
  const expected = plain(recorded)
  if (typeof expected === 'number')
    expect(near(found, expected, 1e-14), `${found} for ${expected}`).toBe(true)
  else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(found as object)).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected))
      expectSame((found as Record<string, unknown>)[key], value)
  } else expect(found).toEqual(expected)
}
