import { len } from '../python/index.ts'
import { type Cell, type CellType, decimalsOf, inferColumn } from './cell.ts'
import { formatFixed } from './decimal.ts'
import { displayWidth } from './display-width.ts'

interface Column {
  header: string
  cells: Cell[]
  type: CellType
  /** Decimals of its reals. */
  decimals: number
  width: number
}

const narrowest = 3

/**
 * A Markdown table as pytablewriter 1.2.1 writes it, with its retyping of every column (metrics-spec.md, 7), in four
 * lines of thought: cells are typed, a column takes a type from them, numbers get the column's decimals, everything is
 * padded. Ends with a newline; no rows still give header and rule.
 */
export function renderTextTable(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const columns = headers.map((header, index) => makeColumn(header, inferColumn(rows.map(row => row[index]))))
  const lines = [
    columns.map(({ header, width }) => escapeBar(center(header, width))),
    columns.map(({ type, width }) => (isNumeric(type) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))),
    ...rows.map((_, row) => columns.map(column => escapeBar(pad(column, column.cells[row] as Cell)))),
  ]
  return lines.map(line => `|${line.join('|')}|\n`).join('')
}

function makeColumn(header: string, cells: Cell[]): Column {
  const decimals = Math.max(0, ...cells.map(cell => decimalsOf(cell) ?? 0))
  const column = { header, cells, type: columnType(new Set(cells.map(({ type }) => type))), decimals }
  const widths = cells.map(cell => displayWidth(cellText(column, cell)))
  return { ...column, width: Math.max(narrowest, displayWidth(header), ...widths) }
}

const typeOrder: CellType[] = [
  'string',
  'real',
  'integer',
  'dict',
  'list',
  'bool',
  'infinity',
  'nan',
  'empty',
]

function columnType(types: ReadonlySet<CellType>): CellType {
  const present = (...names: CellType[]): number => names.filter(name => types.has(name)).length
  const foreign = types.size - present('integer', 'real', 'infinity', 'nan', 'empty')
  const fractional = present('real', 'infinity', 'nan', 'empty')
  const numbers = present('integer', 'real', 'infinity', 'nan')
  if (foreign === 0 && numbers + present('empty') > 0 && (fractional >= 2 || numbers >= 2)) return 'real'
  if (types.has('bool') && types.size > 1) return 'string'
  return typeOrder.find(type => types.has(type)) ?? 'empty'
}

function cellText({ type, decimals }: Pick<Column, 'type' | 'decimals'>, cell: Cell): string {
  switch (cell.type) {
    case 'integer':
      return type === 'real' ? formatFixed(wholeDecimal(cell.value), decimals) : String(cell.value)
    case 'real':
      return formatFixed(cell.value, decimals)
    case 'infinity':
      return 'Infinity'
    case 'nan':
      return 'NaN'
    case 'bool':
      return cell.value ? 'True' : 'False'
    default:
      return cell.value
  }
}

function wholeDecimal(value: bigint): { negative: boolean; coefficient: bigint; exponent: number } {
  return { negative: value < 0n, coefficient: value < 0n ? -value : value, exponent: 0 }
}

/** Texts are padded by their width on screen, everything else by its number of characters. */
function pad(column: Column, cell: Cell): string {
  const text = cellText(column, cell)
  const taken = cell.type === 'string' ? displayWidth(text) : len(text)
  const fill = ' '.repeat(Math.max(0, column.width - taken))
  const right = isNumeric(column.type) || (column.type === 'string' && isNumeric(cell.type))
  return right ? fill + text : text + fill
}

function isNumeric(type: CellType): boolean {
  return type === 'integer' || type === 'real'
}

function center(text: string, width: number): string {
  const fill = Math.max(0, width - displayWidth(text))
  const left = Math.floor(fill / 2)
  return ' '.repeat(left) + text + ' '.repeat(fill - left)
}

function escapeBar(text: string): string {
  return text.replaceAll('|', '\\|')
}
