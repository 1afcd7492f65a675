import { PyComplex } from './complex.ts'
import { dictFromEntries, isDict, PyTuple } from './containers.ts'
import { pyEquals } from './equality.ts'
import { LiteralError } from './literal-error.ts'
import { readStringLiteral } from './literal-string.ts'
import { isNumber, PyFloat, pyFloat, pyInt } from './number.ts'

/**
 * Python `ast.literal_eval(text)`: text, bytes, numbers, tuples, lists, dicts, sets, booleans and None.
 * A tuple is a PyTuple, a dict with keys that are not text a Map, a set a Set, bytes a Uint8Array.
 * @throws LiteralError for anything else; `kind` tells SyntaxError (no expression), ValueError (an expression, but no
 * literal) and TypeError (an unhashable key) apart as well as a reader of literals can.
 */
export function literalEval(text: string): unknown {
  return new LiteralReader(text.replace(/^[ \t]+/, '')).expression()
}

const decimal = /(?:\d(?:_?\d)*)?\.?(?:\d(?:_?\d)*)?(?:e[+-]?\d(?:_?\d)*)?j?/iy
const based = /0(?:x(?:_?[\da-f])+|o(?:_?[0-7])+|b(?:_?[01])+)/iy
const word = /[\p{L}_][\p{L}\p{N}_]*/uy
const insideBrackets = /(?:[ \t\f\n\r]|\\\r?\n|#[^\n\r]*)*/y
const betweenTokens = /(?:[ \t\f]|\\\r?\n(?!$))*/y
const trailing = /(?:[ \t\f\n\r]|\\\r?\n(?!$)|#[^\n\r]*)*$/y
const leading = /(?:[ \t\f]*(?:#[^\n\r]*)?(?:\r\n?|\n))*/y
const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['None', null],
  ['True', true],
  ['False', false],
])

class LiteralReader {
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  expression(): unknown {
    if (this.#source.includes('\0')) throw new LiteralError('ValueError', 'the text contains null bytes')
    this.#skip(leading)
    if (this.#at > 0 && /[ \t]/.test(this.#source[this.#at] ?? '')) this.#unexpected()
    const value = this.#sequence()
    if (!this.#skip(trailing)) this.#unexpected()
    return value
  }

  /** One value, or a tuple where a comma follows. */
  #sequence(): unknown {
    const first = this.#value()
    if (!this.#take(',')) return first
    const items = [first]
    while (this.#startsValue()) {
      items.push(this.#value())
      if (!this.#take(',')) break
    }
    return PyTuple.fromItems(items)
  }

  /** A signed number with an optional imaginary summand, or any other literal. */
  #value(): unknown {
    const value = this.#signed()
    const sign = this.#take('+') ? 1 : this.#take('-') ? -1 : 0
    if (sign === 0) return value
    const summand = this.#signed()
    if (!isNumber(value) || !(summand instanceof PyComplex)) this.#notLiteral()
    return new PyComplex(Number(value), sign * summand.imag)
  }

  #signed(): unknown {
    if (this.#take('+')) return this.#number()
    if (!this.#take('-')) return this.#atom()
    const value = this.#number()
    if (typeof value === 'bigint') return pyInt(-value)
    if (value instanceof PyFloat) return new PyFloat(-value)
    if (typeof value === 'number') return value === 0 ? 0 : -value
    return new PyComplex(-value.real, -value.imag)
  }

  #number(): number | bigint | PyFloat | PyComplex {
    const value = this.#atom()
    if (!isNumber(value) && !(value instanceof PyComplex)) this.#notLiteral()
    return value
  }

  #atom(): unknown {
    this.#blank()
    const source = this.#source
    switch (source[this.#at]) {
      case '(':
        return this.#parenthesis()
      case '[':
        return this.#bracketed(']', () => this.#value())
      case '{':
        return this.#braces()
    }
    const string = readStringLiteral(source, this.#at)
    if (string !== undefined) return this.#concatenated(string)
    if (/[\d.]/.test(source[this.#at] ?? '')) return this.#numeral()
    return this.#name()
  }

  #concatenated(first: { value: string | Uint8Array; end: number }): unknown {
    let { value } = first
    this.#at = first.end
    for (;;) {
      this.#blank()
      const next = readStringLiteral(this.#source, this.#at)
      if (next === undefined) return value
      this.#at = next.end
      if (typeof value === 'string' && typeof next.value === 'string') value += next.value
      else if (value instanceof Uint8Array && next.value instanceof Uint8Array) {
        value = Uint8Array.from([...value, ...next.value])
      } else throw new LiteralError('SyntaxError', 'cannot mix bytes and nonbytes literals')
    }
  }

  #numeral(): unknown {
    const whole = this.#match(based)
    const literal = whole ?? this.#match(decimal) ?? ''
    const follower = /^[\p{L}\p{N}_]/u.test(this.#source.slice(this.#at, this.#at + 2))
    if (follower || literal === '.' || literal === '') {
      throw new LiteralError('SyntaxError', `invalid number at column ${this.#at + 1}`)
    }
    const digits = literal.replaceAll('_', '')
    if (whole !== undefined) return pyInt(BigInt(digits.toLowerCase()))
    if (/j$/i.test(digits)) return new PyComplex(0, Number(digits.slice(0, -1)))
    if (/[.e]/i.test(digits)) return pyFloat(Number(digits))
    if (/^0+[1-9]/.test(digits)) {
      throw new LiteralError('SyntaxError', 'leading zeros in decimal integer literals are not permitted')
    }
    return pyInt(BigInt(digits))
  }

  #name(): unknown {
    const name = this.#match(word)
    if (name === undefined) this.#unexpected()
    const constant = constants.get(name)
    if (constant !== undefined) return constant
    if (name === 'set' && this.#take('(') && this.#take(')')) return new Set()
    const next = /^[ \t]*(?:$|[\n,)\]}:.([+*/-])/.test(this.#source.slice(this.#at))
    throw new LiteralError(next ? 'ValueError' : 'SyntaxError', `the name ${name} is no literal`)
  }

  #parenthesis(): unknown {
    return this.#inBrackets(')', () => (this.#startsValue() ? this.#sequence() : PyTuple.fromItems([])))
  }

  #bracketed(close: string, item: () => unknown): unknown[] {
    return this.#inBrackets(close, () => {
      const items: unknown[] = []
      while (this.#startsValue()) {
        items.push(item())
        if (!this.#take(',')) break
      }
      return items
    })
  }

  #braces(): unknown {
    let dict: boolean | undefined
    const entries: [unknown, unknown][] = []
    this.#bracketed('}', () => {
      const key = this.#value()
      const paired = this.#take(':')
      dict ??= paired
      if (dict !== paired) this.#unexpected()
      entries.push([key, paired ? this.#value() : undefined])
    })
    for (const [key] of entries) requireHashable(key)
    if (dict !== false) return dictFromEntries(entries)
    const set = new Set<unknown>()
    for (const [item] of entries) if (![...set].some(known => pyEquals(known, item))) set.add(item)
    return set
  }

  #inBrackets<T>(close: string, read: () => T): T {
    this.#at++
    this.#depth++
    if (this.#depth > 200) throw new LiteralError('SyntaxError', 'too many nested parentheses')
    const value = read()
    if (!this.#take(close)) this.#unexpected()
    this.#depth--
    // behind the outermost bracket a line break ends the expression again
    return value
  }

  #startsValue(): boolean {
    this.#blank()
    const next = this.#source[this.#at]
    if (this.#depth === 0) return next !== undefined && !/[\n\r#]/.test(next)
    return next !== undefined && !')]}'.includes(next)
  }

  #take(character: string): boolean {
    this.#blank()
    if (this.#source[this.#at] !== character) return false
    this.#at++
    return true
  }

  #blank(): void {
    this.#skip(this.#depth > 0 ? insideBrackets : betweenTokens)
  }

  #skip(pattern: RegExp): boolean {
    return this.#match(pattern) !== undefined
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match[0]
  }

  #notLiteral(): never {
    throw new LiteralError('ValueError', `malformed literal at column ${this.#at + 1}`)
  }

  #unexpected(): never {
    const found = this.#source.codePointAt(this.#at)
    const what = found === undefined ? 'the text ends too early' : `unexpected ${String.fromCodePoint(found)}`
    throw new LiteralError('SyntaxError', `${what} at column ${this.#at + 1}`)
  }
}

function requireHashable(key: unknown): void {
  if (key instanceof PyTuple) for (const item of key) requireHashable(item)
  else if (Array.isArray(key) || key instanceof Set || isDict(key)) {
    throw new LiteralError('TypeError', 'unhashable type in a set or as a key')
  }
}
