import { type CompareOptions, compare } from './compare.ts'
import type { Difference } from './outcome.ts'

/** Compares what an action gives with a recording that may be `{error: class}`; any refusal matches a recorded error. */
export function compareOrError(
  expected: Record<string, unknown>,
  action: () => Record<string, unknown>,
  options: CompareOptions = {},
): Difference[] {
  let found: Record<string, unknown>
  try {
    found = action()
  } catch (error) {
    if (expected.error !== undefined) return []
    return [{ where: 'expected', recorded: expected, found: String(error) }]
  }
  if (expected.error !== undefined) return [{ where: 'error', recorded: expected.error, found }]
  return Object.keys(expected).flatMap(key => compare(key, expected[key], found[key], options))
}
