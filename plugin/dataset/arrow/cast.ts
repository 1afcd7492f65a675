import {
  dictFromEntries,
  dictGet,
  intRepr,
  isDict,
  isInt,
  PyDateTime,
  pyFloat,
  pyInt,
  pyStr,
} from '../../python/index.ts'
import type { ColumnType } from './column-type.ts'
import { type Convert, converter } from './convert.ts'

/** A value that the type of its column in the data set's first split does not admit; the loader refuses the file. */
export class CastProblem extends Error {
  override readonly name = 'CastProblem'
}

/**
 * What becomes of values of one type in a column that the data set's first split gave another: the loader casts all
 * other splits and files to it (task-spec.md, 5).
 * @throws CastProblem now where the types exclude each other, and later for single values that cannot be cast
 */
export function caster(from: ColumnType, to: ColumnType): Convert {
  if (to === 'json') return converter('json')
  if (from === 'null') return () => null
  if (typeof from === 'object' && typeof to === 'object') return nestedCaster(from, to)
  if (from === to) return converter(to)
  const cast = scalarCasts[`${describe(from)} ${describe(to)}`]
  if (cast === undefined) throw new CastProblem(`${describe(from)} where the first split has ${describe(to)}`)
  return value => (value === null || value === undefined ? null : cast(value))
}

function nestedCaster(from: object & ColumnType, to: object & ColumnType): Convert {
  if ('list' in from && 'list' in to) {
    const cast = caster(from.list, to.list)
    return value => (Array.isArray(value) ? value.map(cast) : null)
  }
  if (!('fields' in from && 'fields' in to)) {
    throw new CastProblem(`${describe(from)} where the first split has ${describe(to)}`)
  }
  const extra = [...from.fields.keys()].find(key => !to.fields.has(key))
  if (extra !== undefined) throw new CastProblem(`a key ${pyStr(extra)} that the first split does not have`)
  const casts = [...to.fields].map(
    ([key, type]) => [key, caster(from.fields.get(key) ?? 'null', type)] as const,
  )
  return value =>
    isDict(value)
      ? dictFromEntries(casts.map(([key, cast]) => [key, cast(dictGet(value, key) ?? null)] as const))
      : null
}

const scalarCasts: Record<string, (value: unknown) => unknown> = {
  'integers floats': value =>
    typeof value === 'bigint' && BigInt(Number(value)) !== value ? fail(value) : pyFloat(Number(value)),
  'integers dates': value => new PyDateTime(Number(value) * 1000),
  'dates integers': value => Number(converter('date')(value)) / 1000,
  'booleans floats': value => pyFloat(Number(value)),
  'floats booleans': value => Number(value) !== 0,
  'floats integers': toInteger,
  'booleans integers': value => Number(value),
  'integers booleans': value => Number(value) !== 0,
  'integers texts': value => intRepr(value as number | bigint),
  'floats texts': value => floatText(Number(value)),
  'booleans texts': value => String(value),
  'dates texts': value => String(converter('date')(value)),
  'texts integers': value => {
    if (!/^-?\d+$/.test(value as string)) return fail(value)
    const integer = BigInt(value as string)
    return BigInt.asIntN(64, integer) === integer ? pyInt(integer) : fail(value)
  },
  'texts floats': value => {
    const text = value as string
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return pyFloat(Number(text))
    if (/^[-+]?nan$/i.test(text)) return Number.NaN
    if (!/^[-+]?inf(?:inity)?$/i.test(text)) return fail(value)
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  },
  'texts booleans': value => {
    if (/^(?:true|1)$/i.test(value as string)) return true
    return /^(?:false|0)$/i.test(value as string) ? false : fail(value)
  },
}

function toInteger(value: unknown): unknown {
  const number = Number(value)
  if (!Number.isInteger(number)) return fail(value)
  const integer = typeof value === 'bigint' ? value : BigInt(number)
  return BigInt.asIntN(64, integer) === integer && !(isInt(value) && BigInt(number) !== integer)
    ? pyInt(integer)
    : fail(value)
}

/** A float as Arrow writes it as text: no fraction of zeros, an exponent outside 1e-6 to 1e10. */
function floatText(value: number): string {
  const size = Math.abs(value)
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (size !== 0 && (size < 1e-6 || size >= 1e10)) return value.toExponential()
  return Object.is(value, -0) ? '-0' : String(value)
}

function fail(value: unknown): never {
  throw new CastProblem(`the value ${pyStr(value)}, which the type of the column in the first split excludes`)
}

function describe(type: ColumnType): string {
  if (typeof type === 'object') return 'list' in type ? 'lists' : 'mappings'
  const names = {
    null: 'only null',
    bool: 'booleans',
    int: 'integers',
    float: 'floats',
    date: 'dates',
    text: 'texts',
    json: 'values of several kinds',
  }
  return names[type]
}
