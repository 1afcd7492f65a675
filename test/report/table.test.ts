import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Results } from '../../plugin/metric/types.ts'
import { parseJson } from '../../plugin/python/index.ts'
import { renderTable } from '../../plugin/report/table.ts'
import { withNumbers } from './recorded-numbers.ts'

interface TableCase {
  id: string
  note?: string
  input: { result_dict: Results; column: 'results' | 'groups'; sort_results: boolean }
  expect: { value?: string; error?: string }
}

/** Tables that lm-eval 0.4.13 printed. */
const cases = readFileSync(new URL('./fixtures/tables.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => withNumbers(parseJson(line)) as TableCase)

describe('renderTable', () => {
  it.each(cases)('$id $note', ({ input, expect: recorded }) => {
    const render = () => renderTable(input.result_dict, input.column, { sort: input.sort_results })
    if (recorded.error !== undefined) expect(render).toThrow(TypeError)
    else expect(render()).toBe(recorded.value)
  })
})
