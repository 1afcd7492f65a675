import { formatPosition, LmEvalError, type SourcePosition } from '../errors.ts'
import { isDict, parseJson } from '../python/index.ts'
import { rewritten } from './arrow/ujson-write.ts'
import { isRow } from './columns.ts'
import type { Row } from './types.ts'

/**
 * Rows of a JSON Lines file, or of a file that holds one JSON list of objects, or of texts and numbers, which are then a
 * column `text`. A byte order mark, CRLF and blank lines are fine.
 * @throws LmEvalError DATASET with file and line
 */
export function readRows(file: string, bytes: Uint8Array): Row[] {
  const text = decode(file, bytes)
  return /^\s*\[/u.test(text) ? readList(file, text) : readLines(file, text)
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const text = new TextDecoder().decode(bytes)
    const line = text.slice(0, text.indexOf('\ufffd')).split('\n').length
    throw rowError({ file, line, column: 1 }, 'the file is not UTF-8 text', cause)
  }
}

function readLines(file: string, text: string): Row[] {
  const rows: Row[] = []
  let line = 0
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const content = text.slice(start, end < 0 ? text.length : end)
    start = end < 0 ? text.length : end + 1
    line += 1
    if (content.trim() === '') continue
    const place = { file, line, column: 1 }
    rows.push({ values: toRow(place, parse(place, content)), place })
  }
  return rows
}

function readList(file: string, text: string): Row[] {
  const place = { file, line: 1, column: 1 }
  const list = parse(place, text)
  if (!Array.isArray(list)) throw rowError(place, 'the file must hold JSON lines or one list of objects')
  // The loader turns a list into lines first, in a JSON of its own that rounds floats.
  const items = list.map(rewritten)
  const objects = items.length === 0 || isDict(items[0])
  return items.map(value => ({ values: objects ? toRow(place, value) : { text: value }, place }))
}

function parse(place: SourcePosition, text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    throw rowError(place, `not valid JSON: ${(cause as Error).message}`, cause)
  }
  if (/[eE]\+?\d{3}|\d{309}/u.test(text) && !text.includes('Infinity') && hasInfinity(value)) {
    throw rowError(place, 'a number is too large to be read')
  }
  if (surrogateEscape.test(text) && hasHalfPair(value)) {
    throw rowError(place, 'a text holds half of a surrogate pair, which is no character')
  }
  return value
}

const surrogateEscape = /\\u[dD][89a-fA-F]/
const halfPair = /\p{Surrogate}/u

function hasHalfPair(value: unknown): boolean {
  if (typeof value === 'string') return halfPair.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => halfPair.test(key) || hasHalfPair(member))
}

function hasInfinity(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return value instanceof Number
      ? !Number.isFinite(Number(value))
      : Object.values(value).some(member => hasInfinity(member))
  }
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
}

function toRow(place: SourcePosition, value: unknown): Record<string, unknown> {
  if (isRow(value)) return value
  throw rowError(place, 'a row must be a JSON object with a value for each column')
}

function rowError(at: SourcePosition, problem: string, cause?: unknown): LmEvalError {
  return new LmEvalError(`${formatPosition(at)}: ${problem}.`, { code: 'DATASET', at, cause })
}
