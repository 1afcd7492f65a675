import { PyComplex } from './complex.ts'
import { dictGet, dictKeys, isDict, PyTuple } from './containers.ts'
import { PyDateTime } from './datetime.ts'
import { floatRepr, intRepr, isFloat, isInt } from './number.ts'

/** Python `str(value)`: text as it is, everything else by {@link pyRepr}. */
export function pyStr(value: unknown): string {
  if (value instanceof PyDateTime) return String(value)
  return typeof value === 'string' ? value : pyRepr(value)
}

/**
 * Python `repr(value)` of text, numbers, booleans, None (null), lists, tuples, dicts, sets and bytes.
 * @param inner writes the items of containers; by default this function itself.
 * @throws TypeError for a value that has no Python counterpart.
 */
export function pyRepr(value: unknown, inner: (value: unknown) => string = pyRepr): string {
  if (typeof value === 'string') return textRepr(value)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (isInt(value)) return intRepr(value)
  if (isFloat(value)) return floatRepr(value)
  if (value instanceof Uint8Array) return bytesRepr(value)
  if (value instanceof PyComplex) return String(value)
  if (value instanceof PyDateTime) return value.repr()
  const list = (items: Iterable<unknown>) => Array.from(items, item => inner(item)).join(', ')
  if (value instanceof PyTuple) return value.length === 1 ? `(${list(value)},)` : `(${list(value)})`
  if (Array.isArray(value)) return `[${list(value)}]`
  if (value instanceof Set) return value.size === 0 ? 'set()' : `{${list(value)}}`
  if (isDict(value)) {
    const items = dictKeys(value).map(key => `${inner(key)}: ${inner(dictGet(value, key))}`)
    return `{${items.join(', ')}}`
  }
  throw new TypeError(`a value of type ${typeof value} has no Python text`)
}

const shortEscapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

// Python's str.isprintable: no control, format, surrogate, private or unassigned character, no separator but the space
const special = /\\|(?! )[\p{C}\p{Z}]/gu
const hasSpecial = /\\|(?! )[\p{C}\p{Z}]/u

function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  let body = hasSpecial.test(text) ? text.replace(special, escapeCharacter) : text
  if (quote === "'" && body.includes("'")) body = body.replaceAll("'", "\\'")
  return quote + body + quote
}

function escapeCharacter(character: string): string {
  const short = shortEscapes[character]
  if (short !== undefined) return short
  const code = character.codePointAt(0) as number
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

function bytesRepr(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  const body = Array.from(bytes, byte => {
    const character = String.fromCharCode(byte)
    if (character === quote) return `\\${character}`
    return byte >= 0x20 && byte < 0x7f && character !== '\\'
      ? character
      : (shortEscapes[character] ?? hexEscape(byte))
  })
  return `b${quote}${body.join('')}${quote}`
}

function hexEscape(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`
}
