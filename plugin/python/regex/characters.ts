import { isSpace } from '../text.ts'
import type { CharacterTest } from './syntax.ts'

/** Part of a set: characters from `low` to `high`, or a category. */
export type SetItem = { low: number; high: number } | { category: CharacterTest }

export interface CharacterFlags {
  ignoreCase: boolean
  /** `\w`, `\d`, `\s`, `\b` and cases know ASCII alone. */
  ascii: boolean
}

const unicode: Record<string, (character: string) => boolean> = {
  d: character => /^\p{Nd}$/u.test(character),
  w: character => /^[\p{L}\p{N}_]$/u.test(character),
  s: isSpace,
}
const ascii: Record<string, (character: string) => boolean> = {
  d: character => /^[0-9]$/.test(character),
  w: character => /^[0-9A-Za-z_]$/.test(character),
  s: character => /^[\t-\r ]$/.test(character),
}

/** Test of `\d`, `\w`, `\s` and, in capitals, of their opposites. */
export function category(letter: string, { ascii: asciiOnly }: Pick<CharacterFlags, 'ascii'>): CharacterTest {
  const lower = letter.toLowerCase()
  const members = (asciiOnly ? ascii : unicode)[lower] as (character: string) => boolean
  const known = new Int8Array(128)
  for (let code = 0; code < 128; code++) known[code] = Number(members(String.fromCharCode(code)))
  const test = (code: number): boolean =>
    code < 128 ? known[code] === 1 : members(String.fromCodePoint(code))
  return letter === lower ? test : code => !test(code)
}

/** Test of one character. */
export function oneCharacter(code: number, flags: CharacterFlags): CharacterTest {
  if (!flags.ignoreCase) return other => other === code
  const folded = foldedSet([code], flags)
  return other => folded.has(lowerCode(other, flags))
}

/** Test of a set. Under ignoreCase, characters are compared by their lower case, as Python does it. */
export function characterSet(
  items: readonly SetItem[],
  negated: boolean,
  flags: CharacterFlags,
): CharacterTest {
  const tests = items.map(item => {
    if ('category' in item) return item.category
    const { low, high } = item
    if (flags.ignoreCase && high - low < largeRange) {
      const codes = Array.from({ length: high - low + 1 }, (_, offset) => low + offset)
      const folded = foldedSet(codes, flags)
      return (code: number) => folded.has(code)
    }
    return (code: number) => code >= low && code <= high
  })
  const contains = (code: number): boolean => tests.some(test => test(code))
  const matches = flags.ignoreCase
    ? (code: number) =>
        contains(lowerCode(code, flags)) || (hasLargeRange(items) && contains(upperCode(code)))
    : contains
  return negated ? code => !matches(code) : matches
}

const largeRange = 0x3000

function hasLargeRange(items: readonly SetItem[]): boolean {
  return items.some(item => 'low' in item && item.high - item.low >= largeRange)
}

/** The lower case of a character, the first code point where there are several. */
export function lowerCode(code: number, flags: Pick<CharacterFlags, 'ascii'>): number {
  if (code < 128) return code >= 0x41 && code <= 0x5a ? code + 32 : code
  if (flags.ascii) return code
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) as number
}

function upperCode(code: number): number {
  return String.fromCodePoint(code).toUpperCase().codePointAt(0) as number
}

function foldedSet(codes: readonly number[], flags: CharacterFlags): Set<number> {
  const set = new Set<number>()
  for (const code of codes) {
    const lower = lowerCode(code, flags)
    set.add(lower)
    if (!flags.ascii) for (const other of sameUpperCase().get(lower) ?? []) set.add(other)
  }
  return set
}

let relatives: Map<number, number[]> | undefined

/** Lower-case characters by those that share their upper case: `s` and `ſ`, `i` and `ı`. */
function sameUpperCase(): Map<number, number[]> {
  if (relatives !== undefined) return relatives
  const byUpper = new Map<string, number[]>()
  for (let code = 0x61; code < 0x10000; code++) {
    const character = String.fromCharCode(code)
    const upper = character.toUpperCase()
    if (upper === character || character.toLowerCase() !== character) continue
    byUpper.set(upper, [...(byUpper.get(upper) ?? []), code])
  }
  relatives = new Map()
  for (const codes of byUpper.values()) {
    if (codes.length > 1) for (const code of codes) relatives.set(code, codes)
  }
  return relatives
}
