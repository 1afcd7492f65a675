import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaOf } from '../../plugin/dataset/arrow/schema.ts'
import { type Table, toJsonTable } from '../../plugin/dataset/columns.ts'
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

test.each([...recorded<Loaded>('arrow'), ...recorded<Loaded>('arrow-columns')])('$id', loaded => {
  compare(loaded, () => toJsonTable(rowsOf(loaded.lines)))
})

test.each(recorded<Loaded & { first: string[] }>('arrow-splits'))('cast to the first split: $id', loaded => {
  compare(loaded, () => toJsonTable(rowsOf(loaded.lines), schemaOf(rowsOf(loaded.first))))
})

test('100,000 rows of five columns take well under a second', () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    question: `What is ${index}?`,
    answer: 'x',
    label: index % 2,
    weight: index / 3,
    choices: ['a', 'b'],
  }))
  const start = performance.now()
  expect(toJsonTable(rows).rows).toHaveLength(100_000)
  expect(performance.now() - start).toBeLessThan(3000)
})

function compare({ columns, docs, error }: Loaded, load: () => Table): void {
  if (error !== undefined) return void expect(load).toThrow()
  const table = load()
  expect(table.columns).toEqual(columns)
  expect(table.rows.map(row => pyRepr(row))).toEqual(docs)
}

function rowsOf(lines: readonly string[]): Record<string, unknown>[] {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  return readRows('test.jsonl', bytes).map(({ values }) => values)
}

function recorded<Row>(name: string): Row[] {
  const text = readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
}
