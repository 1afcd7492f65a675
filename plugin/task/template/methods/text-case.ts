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

/** The title-case form of one character: mostly its capital, but `Ss` for `ß`, and Georgian letters stay small. */
function titleCharacter(character: string): string {
  const digraph = digraphs[character]
  if (digraph !== undefined) return digraph
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
  return Array.from(text, character =>
    /\p{Lu}/u.test(character) ? lower(character) : upper(character),
  ).join('')
}

/** Whether all cased characters of a text are lower or upper case; undefined for neither or for none. */
export function caseOf(text: string): 'lower' | 'upper' | undefined {
  if (/^[^\p{Uppercase}\p{Lt}]*$/u.test(text) && /\p{Lowercase}/u.test(text)) return 'lower'
  if (/^[^\p{Lowercase}\p{Lt}]*$/u.test(text) && /\p{Uppercase}/u.test(text)) return 'upper'
  return undefined
}
