import { LmEvalError } from '../../errors.ts'
import { dictGet, dictKeys, isDict, rememberKeyOrder, setOwn } from '../../python/index.ts'
import { type ColumnType, holdsJson, type TypeRules, typeOf } from './column-type.ts'
import { rewritten } from './ujson-write.ts'

/** Types of columns by name, in the order of the columns. */
export type Schema = ReadonlyMap<string, ColumnType>

export type Row = Readonly<Record<string, unknown>>

/**
 * Types that the `json` loader gives the columns of a file: integers, floats where one value is a float or beyond 64 bits,
 * dates where all text is one, structures where all have the same keys. Everything else keeps values of several kinds.
 * @throws LmEvalError DATASET for an integer beyond 64 bits beside values of several kinds
 */
export function schemaOf(rows: readonly Row[]): Schema {
  const rules = { uniteKeys: false }
  const schema = typesOf(rows, columnNames(rows), rules)
  if (!isRewritten(schema)) return schema
  if (rows.some(holdsHuge)) {
    throw new LmEvalError(
      'An integer beyond 64 bits stands beside values of several kinds, which the json loader cannot read: write one kind of values in each column, and such an integer as text.',
      { code: 'DATASET' },
    )
  }
  return typesOf(rewrittenRows(rows, schema), namesAfterRewriting(rows, schema), rules, schema)
}

/**
 * Whether the loader writes the rows anew before Arrow reads them, in a JSON of its own that rounds floats and knows no
 * NaN: it does as soon as one place holds values of several kinds.
 */
export function isRewritten(schema: Schema): boolean {
  return [...schema.values()].some(holdsJson)
}

/** Rows as they are written anew; a column of several kinds keeps its values, which are converted one by one. */
export function rewrittenRows(rows: readonly Row[], schema: Schema): Row[] {
  return rows.map(row => {
    const result: Record<string, unknown> = {}
    const keys = dictKeys(row) as string[]
    for (const key of keys) {
      const value = dictGet(row, key)
      setOwn(result, key, schema.get(key) === 'json' ? value : rewritten(value))
    }
    rememberKeyOrder(result, keys)
    return result
  })
}

function holdsHuge(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= 2n ** 64n || value < -(2n ** 63n)
  if (Array.isArray(value)) return value.some(holdsHuge)
  return isDict(value) && dictKeys(value).some(key => holdsHuge(dictGet(value, key)))
}

/** Names of all columns, in the order in which rows first have them. */
export function columnNames(rows: readonly Row[]): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const key of dictKeys(row) as string[]) names.add(key)
  return [...names]
}

/** Types of the named columns. `known` marks what holds values of several kinds already. */
export function typesOf(
  rows: readonly Row[],
  names: readonly string[],
  rules: TypeRules,
  known?: Schema,
): Schema {
  const types = new Map<string, ColumnType>()
  for (const name of names) {
    const values = rows.map(row => dictGet(row, name))
    types.set(name, typeOf(values, rules, known?.get(name)))
  }
  return types
}

/** The first row is given the columns of several kinds that it lacks, so that they come before later rows' columns. */
function namesAfterRewriting(rows: readonly Row[], schema: Schema): string[] {
  const mixed = [...schema].flatMap(([name, type]) => (holdsJson(type) ? [name] : []))
  return [...new Set([...(dictKeys(rows[0] ?? {}) as string[]), ...mixed, ...schema.keys()])]
}
