import { describe, expect, test } from 'vitest'
import { resolveFilters } from '../../../plugin/metric/filter/resolve-filters.ts'
import type { Doc } from '../../../plugin/task/types.ts'
import { fixtureRows } from '../fixtures.ts'
import { makeTask } from '../task.ts'

interface FilterCase {
  id: string
  note?: string
  input: { filter: Record<string, unknown>[]; resps: unknown[][]; docs: Doc[] }
  expect: { value?: unknown; error?: string }
}

/** Filters of lm-eval 0.4.13 over recorded answers. */
describe('recorded filters', () => {
  test.each(fixtureRows<FilterCase>('filters'))('$id $note', ({ input, expect: recorded }) => {
    const steps = input.filter.map(({ function: name, ...options }) => ({ function: String(name), options }))
    const task = makeTask({ filters: [{ name: 'recorded', steps }] })
    const run = () => resolveFilters(task).get('recorded')?.(input.resps, input.docs)
    if (recorded.error !== undefined) expect(run).toThrow()
    else expect(run()).toEqual(recorded.value)
  })
})
