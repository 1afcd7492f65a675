import { pyStr, rememberKeyOrder, setOwn } from '../../python/index.ts'
import type { Doc } from '../../task/types.ts'
import { CastProblem, caster } from './cast.ts'
import { type Convert, converter } from './convert.ts'
import { columnNames, isRewritten, type Row, rewrittenRows, type Schema, typesOf } from './schema.ts'

/**
 * Rows whose values have the types of a schema, with all its columns in its order.
 * @param foreign the schema is that of another file, to which these rows' own types are cast
 * @throws CastProblem where a column is not in a foreign schema, or a value cannot be cast to it
 */
export function typedRows(
  rows: readonly Row[],
  schema: Schema,
  foreign: boolean,
): { columns: string[]; rows: Doc[] } {
  const columns = [...schema.keys()]
  const written = isRewritten(schema) ? rewrittenRows(rows, schema) : rows
  const converters = foreign
    ? casters(written, schema)
    : [...schema].map(([name, type]) => [name, converter(type)] as const)
  // Rows without any column are no rows to Arrow.
  if (columns.length === 0) return { columns, rows: [] }
  const docs = written.map(row => {
    const doc: Doc = {}
    for (const [name, convert] of converters) {
      setOwn(doc, name, convert(Object.hasOwn(row, name) ? row[name] : null))
    }
    rememberKeyOrder(doc, columns)
    return doc
  })
  return { columns, rows: docs }
}

function casters(rows: readonly Row[], schema: Schema): (readonly [string, Convert])[] {
  const own = typesOf(rows, columnNames(rows), { uniteKeys: true }, schema)
  const extra = [...own.keys()].find(name => !schema.has(name))
  if (extra !== undefined)
    throw new CastProblem(`a column ${pyStr(extra)} that the first split does not have`)
  return [...schema].map(([name, type]) => {
    try {
      return [name, named(name, caster(own.get(name) ?? 'null', type))] as const
    } catch (error) {
      throw inColumn(name, error)
    }
  })
}

function named(name: string, cast: Convert): Convert {
  return value => {
    try {
      return cast(value)
    } catch (error) {
      throw inColumn(name, error)
    }
  }
}

function inColumn(name: string, error: unknown): unknown {
  return error instanceof CastProblem ? new CastProblem(`column ${name}: ${error.message}`) : error
}
