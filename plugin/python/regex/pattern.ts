import { Matcher } from './match.ts'
import { parsePattern } from './parse.ts'

/** A compiled pattern of Python's `re`, for text. */
export class PyPattern {
  readonly #matcher: Matcher
  readonly #groups: number

  /** @throws PatternError for a pattern that Python refuses, and for `\N{…}` */
  constructor(source: string) {
    const parsed = parsePattern(source)
    this.#matcher = new Matcher(parsed, source)
    this.#groups = parsed.groups
  }

  /**
   * Python's `findall`: whole matches; with one group its texts; with several a list of texts for each match. A group that
   * took no part is an empty text.
   * @throws PatternError for a pattern that tries too many ways
   */
  findall(text: string): (string | string[])[] {
    const codes = codesOf(text)
    return this.#matcher.all(codes).map(({ start, end, groups }) => {
      if (this.#groups === 0) return part(codes, start, end)
      const texts = groups.map(group => (group.end < 0 ? '' : part(codes, group.start, group.end)))
      return texts.length === 1 ? (texts[0] as string) : texts
    })
  }

  /** Python's `sub` with a replacement that is taken as it is. @throws PatternError as {@link findall} */
  replace(text: string, replacement: string): string {
    const codes = codesOf(text)
    const matches = this.#matcher.all(codes)
    if (matches.length === 0) return text
    let result = ''
    let done = 0
    for (const { start, end } of matches) {
      result += part(codes, done, start) + replacement
      done = end
    }
    return result + part(codes, done, codes.length)
  }

  /** Python's `sub` with nothing in place of the matches. @throws PatternError as {@link findall} */
  remove(text: string): string {
    return this.replace(text, '')
  }
}

function codesOf(text: string): number[] {
  return Array.from(text, character => character.codePointAt(0) as number)
}

function part(codes: readonly number[], start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCodePoint(codes[at] as number)
  return text
}
