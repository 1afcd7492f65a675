import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'

/** Encodings that hold one byte a character, and how many characters they have. */
const single: Record<string, number> = {
  ascii: 0x80,
  'us-ascii': 0x80,
  'latin-1': 0x100,
  latin1: 0x100,
  'iso-8859-1': 0x100,
}

/** Python `text.encode(encoding, errors)`, for UTF-8, ASCII and Latin-1. @throws Fault where Python raises. */
export function encoded(text: string, encoding: string, errors: string, budget: Budget): Uint8Array {
  budget.spendScan(text.length)
  const name = encoding.toLowerCase().replaceAll('_', '-')
  if (name === 'utf-8' || name === 'utf8') {
    if (/\p{Cs}/u.test(text)) throw new Fault('half a surrogate pair cannot be encoded')
    return new TextEncoder().encode(text)
  }
  const size = single[name]
  if (size === undefined) throw new Fault(`encode knows utf-8, ascii and latin-1, not '${encoding}'`)
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (code < size) bytes.push(code)
    else if (errors === 'replace') bytes.push(0x3f)
    else if (errors !== 'ignore') throw new Fault(`a character of the text cannot be encoded as ${name}`)
  }
  return Uint8Array.from(bytes)
}
