import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toJsonTable } from '../../plugin/dataset/columns.ts'
import { readRows } from '../../plugin/dataset/read-rows.ts'
import { pyRepr } from '../../plugin/python/index.ts'

/** What datasets 5.0.1 with pyarrow 26 makes of JSON lines: columns, and the Python repr of each document. */
interface Loaded {
  id: string
  lines: string[]
  columns?: string[]
  docs?: string[]
  error?: string
}

const loaded = readFileSync(new URL('fixtures/arrow.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Loaded)

test.each(loaded)('$id', ({ lines, columns, docs, error }) => {
  const load = () => {
    const rows = readRows('test.jsonl', new TextEncoder().encode(`${lines.join('\n')}\n`))
    return toJsonTable(rows.map(({ values }) => values))
  }
  if (error !== undefined) return void expect(load).toThrow()
  const table = load()
  expect(table.columns).toEqual(columns)
  expect(table.rows.map(row => pyRepr(row))).toEqual(docs)
})
