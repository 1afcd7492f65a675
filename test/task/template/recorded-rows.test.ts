import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { parseJson } from '../../../plugin/python/index.ts'
import { compileTemplate } from '../../../plugin/task/template/index.ts'
import type { Doc } from '../../../plugin/task/types.ts'

interface Row {
  template: string
  doc: Doc
  expected?: string
  error?: boolean
}

function failures(file: string | URL): unknown[] {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  return rows.flatMap(line => {
    const row = parseJson(line) as Row
    let given: string
    try {
      given = compileTemplate(row.template).render(row.doc)
    } catch (error) {
      if (row.error && error instanceof LmEvalError && error.code === 'TEMPLATE') return []
      return [{ ...row, given: error }]
    }
    return given === row.expected ? [] : [{ ...row, given }]
  })
}

test('templates of the harness render what jinja2 rendered, and fail where it failed', () => {
  expect(failures(new URL('fixtures/rows.jsonl', import.meta.url))).toEqual([])
})

const all = '../shared/reference/jinja/cases.jsonl'

test.skipIf(!existsSync(all))('all recorded rows do (skipped where they do not lie beside the clone)', () => {
  expect(failures(all)).toEqual([])
})
