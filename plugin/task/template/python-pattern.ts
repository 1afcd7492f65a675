import { Fault } from './fault.ts'

const word = '\\p{L}\\p{N}_'
const blank = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const classes: Record<string, string> = { d: '\\p{Nd}', w: word, s: blank }
const simple: Record<string, string> = { n: '\\n', t: '\\t', r: '\\r', f: '\\f', v: '\\v', a: '\\x07' }

/** A JavaScript pattern, and the numbers of its named groups; under the empty name, how many groups there are. */
export interface TranslatedPattern {
  pattern: RegExp
  groups: ReadonlyMap<string, number>
}

/**
 * Translates a pattern of Python's `re` with Python's meaning of `\d`, `\w`, `\s`, `\b`, `$` and the inline flags.
 * @throws Fault for a malformed pattern and for what JavaScript cannot express.
 */
export function translatePattern(source: string): TranslatedPattern {
  const translation = new Translation(source)
  try {
    return { pattern: new RegExp(translation.text, `gu${translation.flags}`), groups: translation.groups }
  } catch (error) {
    if (error instanceof SyntaxError) throw new Fault(`the pattern ${source} is malformed or not supported`)
    throw error
  }
}

class Translation {
  readonly groups = new Map<string, number>([['', 0]])
  text = ''
  flags = ''
  readonly #source: string
  #at = 0
  #multiline = false

  constructor(source: string) {
    this.#source = source
    const flags = /^\(\?([aimsux]+)\)/.exec(source)
    if (flags !== null) this.#useFlags(flags[1] as string, flags[0].length)
    while (this.#at < source.length) this.text += this.#next()
  }

  #useFlags(letters: string, length: number): void {
    if (/[ax]/.test(letters)) throw new Fault('the flags a and x of a pattern are not supported')
    this.flags = letters.replace(/[mu]/g, '')
    this.#multiline = letters.includes('m')
    this.#at = length
  }

  #next(): string {
    const source = this.#source
    const character = String.fromCodePoint(source.codePointAt(this.#at) as number)
    this.#at += character.length
    switch (character) {
      case '\\':
        return this.#escape(false)
      case '[':
        return this.#set()
      case '(':
        return this.#group()
      case '$':
        return this.#multiline ? '(?=\\n|$)' : '(?=\\n?$)'
      case '^':
        return this.#multiline ? '(?<=^|\\n)' : '^'
      case '.':
        return this.flags.includes('s') ? '.' : '[^\\n]'
      case '{':
        return this.#braces()
      case '}':
      case ']':
        return `\\${character}`
    }
    if ('*+?'.includes(character) && source[this.#at] === '+') {
      throw new Fault('possessive quantifiers are not supported in patterns')
    }
    return character
  }

  #braces(): string {
    const match = /^(?:\d+(?:,\d*)?|,\d+)\}/.exec(this.#source.slice(this.#at))
    if (match === null) return '\\{'
    this.#at += match[0].length
    return `{${match[0].replace(/^,/, '0,')}`
  }

  #group(): string {
    const rest = this.#source.slice(this.#at)
    const named = /^\?P<(\w+)>/.exec(rest)
    if (named !== null) {
      this.#at += named[0].length
      this.groups.set(named[1] as string, this.#count())
      return '('
    }
    const reference = /^\?P=(\w+)\)/.exec(rest)
    if (reference !== null) {
      this.#at += reference[0].length
      const index = this.groups.get(reference[1] as string)
      if (index === undefined) throw new Fault(`the pattern has no group ${reference[1]}`)
      return `(?:\\${index})`
    }
    const special = /^\?(?::|=|!|<=|<!)/.exec(rest)
    if (special !== null) {
      this.#at += special[0].length
      return `(${special[0]}`
    }
    if (rest.startsWith('?')) throw new Fault(`the group (${rest.slice(0, 4)} is not supported in patterns`)
    this.#count()
    return '('
  }

  #count(): number {
    const count = (this.groups.get('') ?? 0) + 1
    this.groups.set('', count)
    return count
  }

  #escape(inSet: boolean): string {
    const rest = this.#source.slice(this.#at)
    const letter = rest[0]
    if (letter === undefined) throw new Fault('a pattern ends in a backslash')
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/i.exec(rest)
    if (code !== null) {
      this.#at += code[0].length
      return `\\u{${code[1] ?? code[2] ?? code[3]}}`
    }
    const octal = /^(?:0[0-7]{0,2}|[1-3][0-7]{2})/.exec(rest)
    if (octal !== null) {
      this.#at += octal[0].length
      return `\\u{${Number.parseInt(octal[0], 8).toString(16)}}`
    }
    const reference = /^[1-9]\d?/.exec(rest)
    if (reference !== null && !inSet) {
      this.#at += reference[0].length
      return `(?:\\${reference[0]})`
    }
    this.#at += String.fromCodePoint(rest.codePointAt(0) as number).length
    return escapedLetter(letter, rest, inSet)
  }

  #set(): string {
    const source = this.#source
    let set = '['
    if (source[this.#at] === '^') {
      set += '^'
      this.#at++
    }
    for (let first = true; ; first = false) {
      const character = source[this.#at]
      if (character === undefined) throw new Fault('a set of a pattern is not closed')
      this.#at++
      if (character === ']' && !first) return `${set}]`
      if (character === '\\') set += this.#escape(true)
      else set += '[]{}()/|'.includes(character) ? `\\${character}` : character
    }
  }
}

function escapedLetter(letter: string, rest: string, inSet: boolean): string {
  const members = classes[letter.toLowerCase()]
  if (members !== undefined && /[dws]/i.test(letter)) {
    const lower = letter === letter.toLowerCase()
    if (!inSet) return `[${lower ? '' : '^'}${members}]`
    if (lower) return members
    if (letter === 'D') return '\\P{Nd}'
    throw new Fault(`\\${letter} inside a set is not supported in patterns`)
  }
  const known = simple[letter]
  if (known !== undefined) return known
  if (inSet && letter === 'b') return '\\x08'
  const edge = `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`
  if (letter === 'b') return edge
  if (letter === 'B') return `(?!${edge})`
  if (letter === 'A') return '(?<![\\s\\S])'
  if (letter === 'Z') return '(?![\\s\\S])'
  if (/[A-Za-z]/.test(letter)) throw new Fault(`unknown escape \\${letter} in a pattern`)
  return /[\^$\\.*+?()[\]{}|/-]/.test(letter)
    ? `\\${letter === '-' && !inSet ? 'u{2d}' : letter}`
    : String.fromCodePoint(rest.codePointAt(0) as number)
}
