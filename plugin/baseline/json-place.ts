import type { SourcePosition } from '../errors.ts'
import { parseJson } from '../python/index.ts'

/** Line and column, from 1, of an offset in a text. */
export function positionAt(text: string, offset: number, file: string): SourcePosition {
  const lines = text.slice(0, offset).split('\n')
  return { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** Offset of the first character that makes a text no JSON; its length where something is missing at the end. */
export function endOfGoodJson(text: string): number {
  // JSON.parse does not always say where; in front of a float, parseJson's own reader runs, which does.
  const lead = '[1.0,'
  try {
    parseJson(lead + text)
  } catch (error) {
    const found = /position (\d+)/u.exec((error as Error).message)?.[1]
    if (found !== undefined) return Math.max(0, Number(found) - lead.length)
  }
  return text.length
}

/** Offset of the innermost key of a path of object keys that stand in the text in this order; 0 for none. */
export function keyOffset(text: string, keys: readonly string[]): number {
  let offset = 0
  for (const key of keys) {
    const found = text.indexOf(JSON.stringify(key), offset)
    if (found >= 0) offset = found
  }
  return offset
}
