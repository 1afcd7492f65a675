import { dictFromEntries, type PyDict } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { hashable } from './compare.ts'
import { spendKeys } from './spend-value.ts'

/** A dict from its items, paid for. @throws Fault for a key that cannot be one. */
export function makeDict(items: Iterable<readonly [unknown, unknown]>, budget: Budget): PyDict {
  const seen = new Map<unknown, unknown>()
  const entries: [unknown, unknown][] = []
  for (const [own, value] of items) {
    budget.spend(2)
    const key = hashable(own, budget)
    spendKeys(seen, key, budget)
    seen.set(key, undefined)
    entries.push([key, value])
  }
  return dictFromEntries(entries)
}
