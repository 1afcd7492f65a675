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

/** A character by its Unicode name, which Node cannot look up: refused with a message. */
const refused = ['filters/filter/0044']

/** Filters of lm-eval 0.4.13 over recorded answers. */
describe('recorded filters', () => {
  test.each(fixtureRows<FilterCase>('filters'))('$id $note', ({ id, input, expect: recorded }) => {
    const steps = input.filter.map(({ function: name, ...options }) => ({ function: String(name), options }))
    const task = makeTask({ filters: [{ name: 'recorded', steps }] })
    const run = () => resolveFilters(task).get('recorded')?.(input.resps, input.docs)
    if (recorded.error !== undefined || refused.includes(id)) expect(run).toThrow()
    else expect(run()).toEqual(recorded.value)
  })
})

test('an unknown filter is named with its place and what there is', () => {
  const steps = [{ function: 'take_frist', options: {} }]
  expect(() => resolveFilters(makeTask({ filters: [{ name: 'none', steps }] }))).toThrow(
    /^colours\.yaml:10:5: task colours, filter_list\[0\]\.filter\[0\]: there is no filter "take_frist"; there are custom, /,
  )
})

test('an option that a filter does not know is named', () => {
  const steps = [{ function: 'regex', options: { patern: 'a' } }]
  expect(() => resolveFilters(makeTask({ filters: [{ name: 'none', steps }] }))).toThrow(
    'filter regex: there is no option "patern"; it has regex_pattern, group_select, fallback.',
  )
})
