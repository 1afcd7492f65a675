import { compareText } from './code-points.ts'
import { dictGet, dictKeys, isDict, type PyDict } from './containers.ts'
import { PyDateTime } from './datetime.ts'
import { asNumber } from './equality.ts'
import { floatRepr, intRepr, isFloat, isInt } from './number.ts'

/** Options of {@link jsonDumps}, named as Python names them. */
export interface JsonDumpsOptions {
  /** Sort the keys of every dict by code points. Default false. */
  sortKeys?: boolean
  /** Spaces (or a text) for each level, one item a line. Default: everything on one line. */
  indent?: number | string | undefined
  /** Between items, and between key and value. Default: `, ` and `: `; with an indent `,` and `: `. */
  separators?: readonly [item: string, key: string] | undefined
  /** Write everything beyond ASCII as `\uXXXX`. Default true. */
  ensureAscii?: boolean
}

/**
 * Python `json.dumps(value)`: separators `, ` and `: `, floats by repr, `NaN` and `Infinity` as such.
 * @throws TypeError for a value or key that json.dumps refuses.
 */
export function jsonDumps(value: unknown, options: JsonDumpsOptions = {}): string {
  return dump(value, options, '\n')
}

function dump(value: unknown, options: JsonDumpsOptions, newline: string): string {
  if (typeof value === 'string') return quote(value, options.ensureAscii ?? true)
  const scalar = scalarText(value)
  if (scalar !== undefined) return scalar
  const { indent } = options
  const inner =
    indent === undefined ? newline : newline + (typeof indent === 'string' ? indent : ' '.repeat(indent))
  if (Array.isArray(value)) {
    const items = value.map(item => dump(item, options, inner))
    return wrap('[', items, ']', options, newline, inner)
  }
  if (isDict(value)) {
    const items = sortedKeys(value, options).map(key => {
      const name = typeof key === 'string' ? key : scalarText(key)
      if (name === undefined) throw new TypeError('keys must be str, int, float, bool or None')
      return `${quote(name, options.ensureAscii ?? true)}${options.separators?.[1] ?? ': '}${dump(dictGet(value, key), options, inner)}`
    })
    return wrap('{', items, '}', options, newline, inner)
  }
  const type = value instanceof PyDateTime ? 'datetime' : typeof value
  throw new TypeError(`Object of type ${type} is not JSON serializable`)
}

function wrap(
  open: string,
  items: string[],
  close: string,
  options: JsonDumpsOptions,
  newline: string,
  inner: string,
): string {
  const [separator] = options.separators ?? [options.indent === undefined ? ', ' : ',']
  if (items.length === 0 || options.indent === undefined) return open + items.join(separator) + close
  return open + inner + items.join(`${separator}${inner}`) + newline + close
}

function scalarText(value: unknown): string | undefined {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (isInt(value)) return intRepr(value)
  if (!isFloat(value)) return undefined
  const number = Number(value)
  if (Number.isFinite(number)) return floatRepr(value)
  return String(number)
}

function sortedKeys(dict: PyDict, options: JsonDumpsOptions): unknown[] {
  const keys = dictKeys(dict)
  return options.sortKeys ? keys.sort(compareKeys) : keys
}

function compareKeys(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  const x = asNumber(a)
  const y = asNumber(b)
  if (x === undefined || y === undefined)
    throw new TypeError("'<' not supported between keys of different types")
  return x < y ? -1 : x > y ? 1 : 0
}

const shortEscapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function quote(text: string, ensureAscii: boolean): string {
  const special = ensureAscii ? /["\\]|[^ -~]/g : /["\\]|[^ -\uffff]/g
  const escaped = text.replace(
    special,
    unit => shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `"${escaped}"`
}
