import { expect, test } from 'vitest'
import { resolveFilters } from '../../../plugin/metric/filter/resolve-filters.ts'
import { makeTask } from '../task.ts'

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
