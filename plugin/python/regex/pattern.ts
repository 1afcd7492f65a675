import { Matcher } from './match.ts'
import { parsePattern } from './parse.ts'
import { fewest, hasRepeatedGroup, some } from './search-nodes.ts'
import type { Node } from './syntax.ts'

/** A compiled pattern of Python's `re`, for text. */
export class PyPattern {
  readonly #matcher: Matcher
  readonly #groups: number
  /** Numbers of the groups that have names. */
  readonly names: ReadonlyMap<string, number>
  readonly #root: Node

  /** @throws PatternError for a pattern that Python refuses, and for `\N{…}` */
  constructor(source: string) {
    const parsed = parsePattern(source)
    this.#matcher = new Matcher(parsed, source)
    this.#groups = parsed.groups
    this.names = parsed.names
    this.#root = parsed.root
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

  /** How many groups there are. */
  get groups(): number {
    return this.#groups
  }

  /** Whether a group stands inside of a repetition: it keeps its last text there, which JavaScript's patterns forget. */
  get repeatsGroups(): boolean {
    return hasRepeatedGroup(this.#root, false)
  }

  /** Whether a match can be empty: behind one, Python looks for another at the same place, JavaScript does not. */
  get matchesNothing(): boolean {
    return fewest(this.#root) === 0
  }

  /** Whether the pattern refers to a group of its own. */
  get refersToGroups(): boolean {
    return some(this.#root, node => node.type === 'reference' || node.type === 'conditional')
  }

  /**
   * Python's `sub` with a function of each match: its text, and then those of the groups, undefined for one that took no
   * part.
   * @param count how many matches to replace at most; 0 for all
   * @throws PatternError as {@link findall}
   */
  substitute(text: string, count: number, replacement: (...texts: (string | undefined)[]) => string): string {
    const codes = codesOf(text)
    const matches = this.#matcher.all(codes)
    const parts: string[] = []
    let done = 0
    for (const { start, end, groups } of count > 0 ? matches.slice(0, count) : matches) {
      const texts = groups.map(group => (group.end < 0 ? undefined : part(codes, group.start, group.end)))
      parts.push(part(codes, done, start), replacement(part(codes, start, end), ...texts))
      done = end
    }
    parts.push(part(codes, done, codes.length))
    return parts.join('')
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
