import { lower, upper } from '../../../python/index.ts'

const digraphs: Record<string, string> = {
  Ǆ: 'ǅ',
  ǅ: 'ǅ',
  ǆ: 'ǅ',
  Ǉ: 'ǈ',
  ǈ: 'ǈ',
  ǉ: 'ǈ',
  Ǌ: 'ǋ',
  ǋ: 'ǋ',
  ǌ: 'ǋ',
  Ǳ: 'ǲ',
  ǲ: 'ǲ',
  ǳ: 'ǲ',
}

/** Greek letters with an iota below: their capitals keep it in a title, but not in a text in capitals. */
const iotaBelow = /[\u1f80-\u1faf\u1fb3\u1fbc\u1fc3\u1fcc\u1ff3\u1ffc]/

/** Greek letters with two marks, of which the iota below stays a mark in a title. */
const markedIotaBelow = /[\u1fb2\u1fb4\u1fb7\u1fc2\u1fc4\u1fc7\u1ff2\u1ff4\u1ff7]/

function iotaCapital(code: number): number {
  if (code <= 0x1faf) return code | 8
  return (code & 0xf) === 3 ? code + 9 : code
}

/** The title-case form of one character: mostly its capital, but `Ss` for `ß`, and Georgian letters stay small. */
function titleCharacter(character: string): string {
  const digraph = digraphs[character]
  if (digraph !== undefined) return digraph
  if (iotaBelow.test(character)) return String.fromCodePoint(iotaCapital(character.codePointAt(0) as number))
  if (markedIotaBelow.test(character)) return upper(character).replace('\u0399', '\u0345')
  if (character === 'ŉ') return upper(character)
  if (character >= 'ა' && character <= 'ჿ') return character
  const [first = '', ...more] = upper(character)
  return first + lower(more.join(''))
}

/** Python `text.capitalize()`. */
export function capitalize(text: string): string {
  const [first] = text
  return first === undefined ? '' : titleCharacter(first) + lower(text).slice(lower(first).length)
}

/** Python `text.title()`: the first letter of every run of cased characters is a capital. */
export function titleCase(text: string): string {
  return text.replace(/[\p{Cased}]+/gu, run => {
    const [first = ''] = run
    return titleCharacter(first) + lower(run.slice(first.length))
  })
}

/** Python `text.swapcase()`. */
export function swapCase(text: string): string {
  // a capital sigma becomes small by its place in the text, so it is taken from the text in small letters
  const small = lower(text)
  const aligned = small.length === text.length
  return text.replace(/\p{Uppercase}|\p{Lowercase}/gu, (character, at: number) => {
    if (/\p{Lowercase}/u.test(character)) return upper(character)
    return aligned ? small.slice(at, at + character.length) : lower(character)
  })
}

/** Python `text.casefold()`. */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+|[^\0-\x7f]/gu, part => {
    if (part < '\x80') return lower(part)
    if (part === 'ı') return part
    // the capitals of Cherokee were there before its small letters
    return /[\u13a0-\u13fd\uab70-\uabbf]/.test(part) ? upper(part) : lower(upper(lower(part)))
  })
}

/** Whether all cased characters of a text are lower or upper case; undefined for neither or for none. */
export function caseOf(text: string): 'lower' | 'upper' | undefined {
  if (/^[^\p{Uppercase}\p{Lt}]*$/u.test(text) && /\p{Lowercase}/u.test(text)) return 'lower'
  if (/^[^\p{Lowercase}\p{Lt}]*$/u.test(text) && /\p{Uppercase}/u.test(text)) return 'upper'
  return undefined
}

/** Python `text.istitle()`: capitals only where a run of cased characters starts, small letters only behind them. */
export function isTitle(text: string): boolean {
  let insideRun = false
  let anyCased = false
  for (const character of text) {
    const capital = /[\p{Uppercase}\p{Lt}]/u.test(character)
    const small = /\p{Lowercase}/u.test(character)
    if (capital ? insideRun : small && !insideRun) return false
    insideRun = capital || small
    anyCased ||= insideRun
  }
  return anyCased
}
