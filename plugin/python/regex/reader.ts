import { PatternError } from './syntax.ts'

/** Reads a pattern one code point after the other. */
export class Reader {
  at = 0
  readonly #characters: readonly string[]

  constructor(pattern: string) {
    this.#characters = Array.from(pattern)
  }

  get done(): boolean {
    return this.at >= this.#characters.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#characters[this.at] ?? ''
  }

  /** The character after the next one. */
  get second(): string {
    return this.#characters[this.at + 1] ?? ''
  }

  take(): string {
    const character = this.next
    this.at += 1
    return character
  }

  /** Takes a text if it comes next. */
  skip(text: string): boolean {
    const characters = Array.from(text)
    if (!characters.every((character, offset) => this.#characters[this.at + offset] === character))
      return false
    this.at += characters.length
    return true
  }

  /** Takes characters while they fit, `most` at most. */
  while(fits: RegExp, most = Number.POSITIVE_INFINITY): string {
    let text = ''
    for (let count = 0; count < most && !this.done && fits.test(this.next); count++) text += this.take()
    return text
  }

  /** Takes everything before a terminator, and the terminator. */
  until(terminator: string, what: string): string {
    let text = ''
    while (!this.done) {
      const character = this.take()
      if (character === terminator) {
        if (text === '') throw new PatternError(`${what} is missing`)
        return text
      }
      text += character
    }
    throw new PatternError(`${terminator} behind ${what} is missing`)
  }
}
