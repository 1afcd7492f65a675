import { assertion } from './assertions.ts'
import { category, lowerCode, oneCharacter } from './characters.ts'
import { escapedCharacter, octal } from './escapes.ts'
import { changeFlags, type Flags, noFlags } from './flags.ts'
import { parseSet } from './parse-set.ts'
import { Reader } from './reader.ts'
import { type Node, type ParsedPattern, PatternError } from './syntax.ts'
import { widthOf } from './width.ts'

/** @throws PatternError for a pattern that Python 3.11 refuses */
export function parsePattern(pattern: string): ParsedPattern {
  const parser = new Parser(pattern)
  return { root: parser.parse(), groups: parser.groupCount, names: parser.names }
}

const digit = /^[0-9]$/u
const octalDigit = /^[0-7]$/u
/** Python's name of a group: an identifier. */
const identifier = /^[\p{XID_Start}_]\p{XID_Continue}*$/u

class Parser {
  groupCount = 0
  readonly #reader: Reader
  readonly names = new Map<string, number>()
  /** Bodies of the groups that are closed: only those can be referred to. */
  readonly #bodies = new Map<number, Node>()
  readonly #conditions: number[] = []
  #flags = noFlags

  constructor(pattern: string) {
    this.#reader = new Reader(pattern)
  }

  parse(): Node {
    this.#readGlobalFlags()
    const root = this.#branches(this.#flags)
    if (!this.#reader.done) throw new PatternError('there is a ) without its (')
    if (this.#conditions.some(index => index > this.groupCount)) {
      throw new PatternError('a condition names a group that does not exist')
    }
    return root
  }

  /** Flags for the whole pattern can only stand at its start. */
  #readGlobalFlags(): void {
    const reader = this.#reader
    for (;;) {
      const start = reader.at
      if (this.#flags.verbose) this.#skipVerbose()
      if (reader.skip('(?#')) {
        this.#skipComment()
        continue
      }
      const isGroup = reader.skip('(?')
      const letters = isGroup ? reader.while(/^[aiLmsux]$/u) : ''
      if (letters === '' || !reader.skip(')')) {
        reader.at = start
        return
      }
      this.#flags = changeFlags(this.#flags, letters, '')
    }
  }

  #skipComment(): void {
    const reader = this.#reader
    while (!reader.skip(')')) {
      if (reader.done) throw new PatternError('a comment is not closed')
      reader.take()
    }
  }

  #skipVerbose(): void {
    const reader = this.#reader
    for (;;) {
      const blanks = reader.while(/^[ \t\n\r\v\f]$/u)
      if (reader.next === '#') {
        reader.while(/^[^\n]$/u)
      } else if (blanks === '') return
    }
  }

  #branches(flags: Flags): Node {
    const branches = [this.#sequence(flags)]
    while (this.#reader.skip('|')) branches.push(this.#sequence(flags))
    return branches.length === 1 ? (branches[0] as Node) : { type: 'choice', branches }
  }

  #sequence(flags: Flags): Node {
    const reader = this.#reader
    const items: Node[] = []
    for (;;) {
      if (flags.verbose) this.#skipVerbose()
      if (reader.done || reader.next === '|' || reader.next === ')') break
      if (reader.skip('(?#')) this.#skipComment()
      else if (!this.#repeats(items)) items.push(this.#item(flags))
    }
    return items.length === 1 ? (items[0] as Node) : { type: 'sequence', items }
  }

  /** Takes a quantifier, if one comes next, for the last item. */
  #repeats(items: Node[]): boolean {
    const bounds = this.#quantifier()
    if (bounds === undefined) return false
    const body = items.pop()
    if (body === undefined || body.type === 'assertion') throw new PatternError('there is nothing to repeat')
    if (body.type === 'repeat') throw new PatternError('a quantifier follows another')
    const mode = this.#reader.skip('?') ? 'lazy' : this.#reader.skip('+') ? 'possessive' : 'greedy'
    items.push({ type: 'repeat', body, ...bounds, mode })
    return true
  }

  #quantifier(): { min: number; max: number } | undefined {
    const reader = this.#reader
    if (reader.skip('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (reader.skip('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (reader.skip('?')) return { min: 0, max: 1 }
    if (reader.next !== '{' || reader.second === '}') return undefined
    const start = reader.at
    reader.take()
    const low = reader.while(digit)
    const high = reader.skip(',') ? reader.while(digit) : low
    if (!reader.skip('}')) {
      reader.at = start
      return undefined
    }
    const min = Number(low)
    const max = high === '' ? Number.POSITIVE_INFINITY : Number(high)
    if (max < min) throw new PatternError('a quantifier has more at least than at most')
    return { min, max }
  }

  #item(flags: Flags): Node {
    const reader = this.#reader
    const character = reader.take()
    switch (character) {
      case '\\':
        return this.#escape(flags)
      case '[':
        return { type: 'character', test: parseSet(reader, flags) }
      case '(':
        return this.#open(flags)
      case '.':
        return { type: 'character', test: flags.dotAll ? () => true : code => code !== 10 }
    }
    return assertion(character, flags) ?? this.#character(character.codePointAt(0) as number, flags)
  }

  #character(code: number, flags: Flags): Node {
    return { type: 'character', test: oneCharacter(code, flags) }
  }

  #escape(flags: Flags): Node {
    const reader = this.#reader
    const letter = reader.take()
    const place = assertion(`\\${letter}`, flags)
    if (place !== undefined) return place
    if (/^[dDsSwW]$/u.test(letter)) return { type: 'character', test: category(letter, flags) }
    if (letter === '0') {
      return this.#character(octal(`0${reader.while(octalDigit, 2)}`), flags)
    }
    if (!digit.test(letter)) return this.#character(escapedCharacter(letter, reader), flags)
    let number = letter
    if (digit.test(reader.next)) {
      number += reader.take()
      if (/^[0-7]{2}$/u.test(number) && octalDigit.test(reader.next)) {
        return this.#character(octal(number + reader.take()), flags)
      }
    }
    return this.#reference(Number(number), flags)
  }

  #reference(index: number, flags: Flags): Node {
    if (index > this.groupCount) throw new PatternError(`there is no group ${index}`)
    if (!this.#bodies.has(index)) throw new PatternError(`group ${index} is referred to before it ends`)
    return { type: 'reference', index, fold: flags.ignoreCase ? code => lowerCode(code, flags) : undefined }
  }

  #open(flags: Flags): Node {
    const reader = this.#reader
    if (!reader.skip('?')) return this.#capture(flags, undefined)
    const sign = reader.take()
    switch (sign) {
      case ':':
        return plain(this.#close(flags))
      case '>':
        return { type: 'atomic', body: this.#close(flags) }
      case 'P':
        return this.#named(flags)
      case '(':
        return this.#conditional(flags)
      case '=':
      case '!':
        return { type: 'look', behind: undefined, negated: sign === '!', body: this.#close(flags) }
      case '<':
        return this.#lookBehind(flags)
    }
    return this.#scoped(sign, flags)
  }

  /** Reads up to the bracket that closes a group. */
  #close(flags: Flags): Node {
    const body = this.#branches(flags)
    if (!this.#reader.skip(')')) throw new PatternError('a group is not closed by )')
    return body
  }

  #capture(flags: Flags, name: string | undefined): Node {
    this.groupCount += 1
    const index = this.groupCount
    if (name !== undefined) this.names.set(name, index)
    const body = this.#close(flags)
    this.#bodies.set(index, body)
    return { type: 'group', index, body }
  }

  #named(flags: Flags): Node {
    const reader = this.#reader
    if (reader.skip('<')) {
      const name = reader.until('>', 'the name of a group')
      if (!identifier.test(name)) throw new PatternError(`${name} is no name for a group`)
      if (this.names.has(name)) throw new PatternError(`two groups have the name ${name}`)
      return this.#capture(flags, name)
    }
    if (!reader.skip('=')) throw new PatternError(`there is no group (?P${reader.next}`)
    return this.#reference(this.#namedIndex(reader.until(')', 'the name of a group')), flags)
  }

  #namedIndex(name: string): number {
    const index = this.names.get(name)
    if (index === undefined) throw new PatternError(`there is no group ${name}`)
    return index
  }

  #conditional(flags: Flags): Node {
    const name = this.#reader.until(')', 'the group of a condition')
    const index = /^[0-9]+$/u.test(name) ? Number(name) : this.#namedIndex(name)
    if (index === 0) throw new PatternError('a condition names group 0')
    this.#conditions.push(index)
    const yes = this.#sequence(flags)
    const no: Node = this.#reader.skip('|') ? this.#sequence(flags) : { type: 'sequence', items: [] }
    if (this.#reader.next === '|') throw new PatternError('a condition has more than two branches')
    if (!this.#reader.skip(')')) throw new PatternError('a condition is not closed by )')
    return { type: 'conditional', index, yes, no }
  }

  #lookBehind(flags: Flags): Node {
    const sign = this.#reader.take()
    if (sign !== '=' && sign !== '!') throw new PatternError(`there is no group (?<${sign}`)
    const body = this.#close(flags)
    const [least, most] = widthOf(body, this.#bodies)
    if (least !== most) throw new PatternError('what is looked for behind a place must have one length')
    return { type: 'look', behind: least, negated: sign === '!', body }
  }

  #scoped(first: string, flags: Flags): Node {
    const reader = this.#reader
    const letters = /^[aiLmsux]$/u
    const on = letters.test(first) ? first + reader.while(letters) : ''
    const minus = on === '' ? first === '-' : reader.skip('-')
    if (on === '' && !minus) throw new PatternError(`there is no group (?${first}`)
    const off = minus ? reader.while(letters) : ''
    if (minus && off === '') throw new PatternError('a flag is missing behind -')
    if (reader.skip(')') && !minus)
      throw new PatternError('flags for the whole pattern must stand at its start')
    if (!reader.skip(':')) throw new PatternError('a : is missing behind the flags of a group')
    const changed = changeFlags(flags, on, off)
    return plain(this.#close(changed))
  }
}

/** A group that captures nothing is an item of its own: a quantifier may follow a quantifier inside it. */
function plain(body: Node): Node {
  return { type: 'sequence', items: [body] }
}
