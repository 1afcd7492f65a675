import { dictKeys, isDict, isFloat, isInt, pyFloat, setOwn } from '../python/index.ts'
import type { Doc } from '../task/types.ts'
import { type Schema, schemaOf } from './arrow/schema.ts'
import { typedRows } from './arrow/typed-rows.ts'

/** A split's columns and rows as the harness sees them. */
export interface Table {
  columns: string[]
  rows: Doc[]
}

/** Largest and smallest whole number that a column of integers holds. */
const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n }

/**
 * Rows of a JSON file with what passing through Arrow does to them (task-spec.md, 5): every row has every column in
 * first-seen order, a missing value is null, and the values of a column have one type.
 * @param schema types that the first file of the data set's first split has, to which all others are cast; by default the
 *   rows' own
 * @throws CastProblem where a value does not fit the given schema
 */
export function toJsonTable(rows: readonly Record<string, unknown>[], schema?: Schema): Table {
  return typedRows(rows, schema ?? schemaOf(rows), schema !== undefined)
}

/**
 * Rows that a function made, as a data set holds them: every row has every column, a missing value is null, and one float
 * (or an integer beyond 64 bits) makes the column's integers floats. Texts stay texts.
 */
export function toTable(rows: readonly Record<string, unknown>[]): Table {
  const names = columnNames(rows)
  const filled = rows.map(row => {
    const doc: Doc = {}
    for (const name of names) setOwn(doc, name, cell(row, name))
    return doc
  })
  for (const name of names) if (isFloatColumn(filled, name)) makeFloats(filled, name)
  return { columns: names, rows: filled }
}

function columnNames(rows: readonly Record<string, unknown>[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const key of dictKeys(row) as string[]) columns.add(key)
  return [...columns]
}

function cell(row: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(row, name) ? (row[name] ?? null) : null
}

/** True if all values are numbers or null and one of them is a float or too large for an integer column. */
function isFloatColumn(rows: readonly Doc[], name: string): boolean {
  let floats = false
  for (const row of rows) {
    const value = row[name]
    if (value === null) continue
    if (isFloat(value)) floats = true
    else if (!isInt(value)) return false
    else if (typeof value === 'bigint' && (value < int64.least || value > int64.most)) floats = true
  }
  return floats
}

function makeFloats(rows: readonly Doc[], name: string): void {
  for (const row of rows) if (row[name] !== null) row[name] = pyFloat(Number(row[name]))
}

/** Whether a value can be a row. */
export function isRow(value: unknown): value is Record<string, unknown> {
  return isDict(value) && !(value instanceof Map)
}
