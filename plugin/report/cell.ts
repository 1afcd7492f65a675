import { floatRepr, isDict, PyFloat, pyStr, strip } from '../python/index.ts'
import { type Decimal, decimalOf, isIntegral, parseDecimal, toNumber, truncate } from './decimal.ts'

/**
 * A table cell after pytablewriter's type inference, which decides how it is aligned and how many decimals it gets
 * (metrics-spec.md, 7).
 */
export type Cell =
  | { type: 'integer'; value: bigint }
  | { type: 'real'; value: Decimal }
  | { type: 'infinity' | 'nan' }
  | { type: 'bool'; value: boolean }
  | { type: 'list' | 'dict' | 'empty' | 'string'; value: string }

export type CellType = Cell['type']

/**
 * Types the cells of a column, top to bottom: the most frequent type so far is tried first (of equally frequent ones that
 * seen first), and strictly; so once texts lead, a number written as text stays a text.
 */
export function inferColumn(values: readonly unknown[]): Cell[] {
  const counts = new Map<CellType, number>()
  return values.map(raw => {
    const cell = inferCell(raw, mostFrequent(counts))
    counts.set(cell.type, (counts.get(cell.type) ?? 0) + 1)
    return cell
  })
}

function mostFrequent(counts: ReadonlyMap<CellType, number>): CellType | undefined {
  let best: CellType | undefined
  for (const [type, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = type
  return best
}

function inferCell(raw: unknown, expected: CellType | undefined): Cell {
  if (typeof raw === 'string') {
    const text = tidy(raw)
    if (expected === 'string' && strip(raw) !== '' && strip(text) !== '')
      return { type: 'string', value: text }
    return inferText(text)
  }
  if (raw === null || raw === undefined) return { type: 'empty', value: '' }
  if (typeof raw === 'boolean') return { type: 'bool', value: raw }
  if (typeof raw === 'bigint') return { type: 'integer', value: raw }
  if (typeof raw === 'number' || raw instanceof PyFloat) return inferNumber(Number(raw))
  return { type: isDict(raw) ? 'dict' : 'list', value: pyStr(raw) }
}

function inferNumber(value: number): Cell {
  if (Number.isNaN(value)) return { type: 'nan' }
  if (!Number.isFinite(value)) return { type: 'infinity' }
  return Number.isInteger(value)
    ? { type: 'integer', value: BigInt(value) }
    : { type: 'real', value: decimalOf(value) }
}

const thousands = /\d{1,3}(?:,\d{1,3})+/
const threeDigitExponent = /^-?\d+(?:\.\d*)?[eE][+-]?\d{3,}$/
const twoDigitExponent = /^-?\d+(?:\.\d*)?[eE][+-]?\d{0,2}$/

function inferText(text: string): Cell {
  const word = strip(text).replaceAll('_', '').toLowerCase()
  if (/^[+-]?inf(?:inity)?$/.test(word)) return { type: 'infinity' }
  if (/^[+-]?nan\d*$/.test(word)) return { type: 'nan' }
  const number = parseDecimal(text)
  const real =
    number !== undefined && !isIntegral(number) && (!/[eE]/.test(text) || twoDigitExponent.test(text))
  if (!real && !threeDigitExponent.test(text)) {
    const whole = thousands.test(text) ? parseDecimal(text.replaceAll(',', '')) : number
    // 1.2,3 reads as 1.23 and is cut; beyond a double's range nothing is an integer.
    if (whole !== undefined && Math.abs(whole.exponent) < 400) {
      return { type: 'integer', value: truncate(whole) }
    }
  }
  if (real) return { type: 'real', value: number }
  if (/^(?:true|false)$/i.test(text)) return { type: 'bool', value: text.toLowerCase() === 'true' }
  return { type: strip(text) === '' ? 'empty' : 'string', value: text }
}

/** What pytablewriter does to every text: tabs and line breaks become spaces, a pair of outer quotes goes. */
function tidy(text: string): string {
  const flat = text.replaceAll('\t', '  ').replace(/\r\n|\n/g, ' ')
  const quote = flat[0]
  const quoted = (quote === '"' || quote === "'") && flat.endsWith(quote) && flat.split(quote).length === 3
  return quoted ? flat.slice(1, -1) : flat
}

/** Number of decimals with which a cell counts for its column; undefined for what is no number. */
export function decimalsOf(cell: Cell): number | undefined {
  if (cell.type === 'integer') return 0
  if (cell.type !== 'real') return undefined
  const text = floatRepr(Math.abs(toNumber(cell.value)))
  const [, fraction] = text.split('.')
  if (fraction !== undefined) return Math.min(fraction.length, 99)
  return Math.min(Number(text.split('e-')[1] ?? 0), 99)
}
