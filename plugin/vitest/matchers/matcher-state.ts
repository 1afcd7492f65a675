import type { Snapshots } from 'vitest'

/** `this` of a matcher, as Vitest 4.1 and 5 give it. */
export type MatcherState = ThisParameterType<typeof Snapshots.toMatchDomainSnapshot>

/** How Vitest's domain snapshots are told to write, read and compare. */
export type DomainAdapter = Parameters<typeof Snapshots.toMatchDomainSnapshot>[0]

export interface MatcherResult {
  pass: boolean
  message: () => string
  actual?: unknown
  expected?: unknown
}
