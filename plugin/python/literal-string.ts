import { LiteralError } from './literal-error.ts'

const opening = /([a-z]{0,2})('''|"""|'|")/iy

/** A string or bytes literal that starts at `at`, decoded, and where it ends; undefined where none starts there. */
export function readStringLiteral(
  source: string,
  at: number,
): { value: string | Uint8Array; end: number } | undefined {
  opening.lastIndex = at
  const match = opening.exec(source)
  if (match === null) return undefined
  const prefix = (match[1] as string).toLowerCase()
  const quote = match[2] as string
  if (!['', 'r', 'u', 'b', 'br', 'rb'].includes(prefix)) {
    const formatted = ['f', 'fr', 'rf'].includes(prefix)
    throw formatted
      ? new LiteralError('ValueError', 'a formatted string is no literal')
      : new LiteralError('SyntaxError', `unknown string prefix ${prefix}`)
  }
  const start = opening.lastIndex
  const end = closing(source, start, quote)
  const body = source.slice(start, end).replace(/\r\n?/g, '\n')
  const bytes = prefix.includes('b')
  if (bytes && /[^\0-\x7f]/.test(body)) {
    throw new LiteralError('SyntaxError', 'bytes can only contain ASCII literal characters')
  }
  const text = prefix.includes('r') ? body : decodeEscapes(body, bytes)
  const value = bytes ? Uint8Array.from(text, unit => unit.charCodeAt(0)) : text
  return { value, end: end + quote.length }
}

function closing(source: string, start: number, quote: string): number {
  for (let at = start; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (source.startsWith(quote, at)) return at
    else if (quote.length === 1 && (character === '\n' || character === '\r')) break
  }
  throw new LiteralError('SyntaxError', 'unterminated string literal')
}

const simple: Record<string, string> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const escapeSequence = /\\([0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S]|$)/g

/**
 * Decodes the escapes of a Python string literal; unknown ones stay as they are.
 * @throws LiteralError for a truncated escape, and for `\N{...}`, whose character names are not at hand.
 */
export function decodeEscapes(body: string, bytes = false): string {
  if (!body.includes('\\')) return body
  return body.replace(escapeSequence, (all, sequence: string) => {
    const known = simple[sequence]
    if (known !== undefined) return known
    const first = sequence[0] ?? ''
    if (first >= '0' && first <= '7') return octal(sequence, bytes)
    if (first !== 'x' && (bytes || !'uUN'.includes(first))) return all
    const code = Number.parseInt(sequence.slice(1), 16)
    if (!(code <= 0x10ffff)) throw new LiteralError('SyntaxError', `cannot decode the escape \\${sequence}`)
    return String.fromCodePoint(code)
  })
}

function octal(digits: string, bytes: boolean): string {
  return String.fromCharCode(Number.parseInt(digits, 8) & (bytes ? 0xff : 0x1ff))
}
