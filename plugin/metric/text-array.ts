import { codePoints, len, pyEquals, pyStr } from '../python/index.ts'
import { shownValue } from './shown-value.ts'

/**
 * Values as numpy holds them in an array, one row or several of equal length: all texts (of a fixed width, trailing NULs
 * lost), all numbers, or anything, compared as Python compares.
 */
export interface ValueArray {
  kind: 'text' | 'number' | 'object'
  rows: unknown[][]
  /** Whether each item of the list was a list itself. */
  nested: boolean
}

/** numpy's `asarray`. @throws RangeError for lists of different lengths */
export function toArray(values: readonly unknown[]): ValueArray {
  const nested = values.length > 0 && values.every(value => Array.isArray(value))
  if (!nested && values.some(value => Array.isArray(value)))
    throw new RangeError('lists and single values are mixed')
  const rows = nested ? (values as unknown[][]) : [[...values]]
  if (new Set(rows.map(row => row.length)).size > 1) throw new RangeError('the lists differ in length')
  const flat = rows.flat()
  if (flat.every(isNumeric)) return { kind: 'number', rows, nested }
  const isText = flat.every(value => typeof value === 'string' || isNumeric(value))
  return isText
    ? { kind: 'text', rows: rows.map(row => row.map(value => stored(pyStr(value)))), nested }
    : { kind: 'object', rows, nested }
}

/**
 * Changes every text of an array; none grows past the longest that the array held before.
 * @throws TypeError for an array of anything else
 */
export function mapText(array: ValueArray, change: (text: string) => string): ValueArray {
  if (array.kind !== 'text') {
    throw new TypeError(`${shownValue(array.rows.flat()[0])} is no text, which ignore_… options need`)
  }
  const texts = array.rows as string[][]
  const width = Math.max(1, ...texts.flat().map(len))
  return {
    ...array,
    rows: texts.map(row => row.map(text => stored(cut(change(text), width)))),
  }
}

/**
 * Share of equal values, the shorter side repeated as numpy does it; NaN where there are none.
 * @throws RangeError where the sizes do not fit
 */
export function shareOfEqual(a: ValueArray, b: ValueArray): number {
  const rows = broadcast(a.rows.length, b.rows.length)
  const columns = broadcast(a.rows[0]?.length ?? 0, b.rows[0]?.length ?? 0)
  let equal = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (isEqual(at(a, row, column), at(b, row, column), a.kind !== b.kind && !isObject(a, b))) equal += 1
    }
  return equal / (rows * columns)
}

function isObject(a: ValueArray, b: ValueArray): boolean {
  return a.kind === 'object' || b.kind === 'object'
}

function isEqual(a: unknown, b: unknown, incomparable: boolean): boolean {
  return !incomparable && pyEquals(a, b)
}

function at({ rows }: ValueArray, row: number, column: number): unknown {
  const line = rows[rows.length === 1 ? 0 : row] as unknown[]
  return line[line.length === 1 ? 0 : column]
}

function broadcast(a: number, b: number): number {
  if (a === b || b === 1) return a
  if (a === 1) return b
  throw new RangeError(`${a} values cannot be compared with ${b}`)
}

function stored(text: string): string {
  return text.replace(/\0+$/u, '')
}

function cut(text: string, width: number): string {
  return len(text) > width ? codePoints(text).slice(0, width).join('') : text
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    value instanceof Number
  )
}
