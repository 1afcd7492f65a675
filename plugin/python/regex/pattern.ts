import { translatePattern } from '../../task/template/python-pattern.ts'

/** A compiled pattern of Python's `re`. */
export class PyPattern {
  readonly #regexp: RegExp
  readonly #groups: number

  /** @throws Error for a pattern that Python refuses too, or that cannot be expressed here */
  constructor(source: string) {
    const { pattern, groups } = translatePattern(source)
    this.#regexp = pattern
    this.#groups = groups.get('') ?? 0
  }

  /** Python's `findall`: whole matches; with one group its texts; with several a list of texts for each match. */
  findall(text: string): (string | string[])[] {
    return Array.from(text.matchAll(this.#regexp), match => {
      if (this.#groups === 0) return match[0]
      const groups = match.slice(1).map(group => group ?? '')
      return groups.length === 1 ? (groups[0] as string) : groups
    })
  }

  /** Python's `sub` with a replacement that is taken as it is. */
  replace(text: string, replacement: string): string {
    return text.replace(this.#regexp, () => replacement)
  }

  /** Python's `sub` with nothing in place of the matches. */
  remove(text: string): string {
    return this.replace(text, '')
  }
}
