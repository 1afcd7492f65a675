import { describe, expect, it } from 'vitest'
import type { Results } from '../../../plugin/metric/types.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import { recordedCases } from './recorded-cases.ts'

interface TableCase {
  id: string
  note?: string
  input: { result_dict: Results; column: 'results' | 'groups'; sort_results: boolean }
  expect: { value?: string; error?: string }
}

interface GroupCase {
  id: string
  note?: string
  results: Results & { table: string; groups_table?: string }
}

describe('tables', () => {
  it.each(recordedCases<TableCase>('tables'))('$id $note', ({ input, expect: recorded }) => {
    const render = () => renderTable(input.result_dict, input.column, { sort: input.sort_results })
    if (recorded.error !== undefined) expect(render).toThrow(TypeError)
    else expect(render()).toBe(recorded.value)
  })
})

describe('tables of groups', () => {
  it.each(recordedCases<GroupCase>('groups-tables'))('$id $note', ({ results }) => {
    expect(renderTable(results)).toBe(results.table)
    if (typeof results.groups_table === 'string')
      expect(renderTable(results, 'groups')).toBe(results.groups_table)
  })
})
