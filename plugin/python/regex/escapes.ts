import { characterNamed } from './character-names.ts'
import type { Reader } from './reader.ts'
import { PatternError } from './syntax.ts'

const simple: Record<string, number> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92 }

/** The character of an escape that begins behind its backslash with this letter, inside and outside of sets. */
export function escapedCharacter(letter: string, reader: Reader): number {
  if (letter === '') throw new PatternError('the pattern ends in a backslash')
  const known = simple[letter]
  if (known !== undefined) return known
  if (letter === 'x') return hexadecimal(reader, letter, 2)
  if (letter === 'u') return hexadecimal(reader, letter, 4)
  if (letter === 'U') return hexadecimal(reader, letter, 8)
  if (letter === 'N') return named(reader)
  if (/^[A-Za-z0-9]$/u.test(letter)) throw new PatternError(`there is no escape \\${letter}`)
  return letter.codePointAt(0) as number
}

function named(reader: Reader): number {
  if (!reader.skip('{')) throw new PatternError('the escape \\N needs a name, \\N{EM DASH}')
  const name = reader.until('}', 'the name of a character')
  const code = characterNamed(name)
  if (code !== undefined) return code
  throw new PatternError(
    `the character \\N{${name}} is not known here; write the character or \\u and its number`,
  )
}

function hexadecimal(reader: Reader, letter: string, digits: number): number {
  const text = reader.while(/^[\da-f]$/iu, digits)
  if (text.length < digits) throw new PatternError(`the escape \\${letter}${text} is incomplete`)
  const code = Number.parseInt(text, 16)
  if (code > 0x10ffff) throw new PatternError(`there is no character \\${letter}${text}`)
  return code
}

/** @throws PatternError for an octal number past one byte */
export function octal(digits: string): number {
  const code = Number.parseInt(digits, 8)
  if (code > 0o377) throw new PatternError(`the octal escape \\${digits} is out of range`)
  return code
}
