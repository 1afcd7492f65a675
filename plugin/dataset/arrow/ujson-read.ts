import { dictFromEntries, pyFloat, pyInt } from '../../python/index.ts'

const words: [string, unknown][] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', null],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]

const blanks = /[ \t\r\n]*/y
const number = /(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)(\d*))?/y
const string = /"((?:[^"\\]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*)"/y
const word64 = 2n ** 64n
const maxDepth = 1024

/**
 * Reads a text as pandas' JSON reader does, which accepts a little more than JSON (`01`, `1.`, `-`, a comma before `}`,
 * NaN as null) and computes decimals in double arithmetic: `0.3` is 0.30000000000000004.
 * @returns undefined where the reader fails
 */
export function readUjson(text: string): unknown {
  try {
    return new Reader(text).document()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): unknown {
    const value = this.#value(1)
    this.#take(blanks)
    if (this.#at < this.#text.length) throw new SyntaxError('trailing data')
    return value
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) throw new SyntaxError('too deep')
    this.#take(blanks)
    const next = this.#text[this.#at] ?? ''
    if (next === '"') return this.#string()
    if (next === '[') return this.#array(depth)
    if (next === '{') return this.#object(depth)
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    if (!/[-0-9]/.test(next)) throw new SyntaxError('no value')
    return this.#number()
  }

  #number(): unknown {
    const [, sign, digits = '', fraction, exponentSign, exponent] = this.#take(number)
    const whole = wholeNumber(digits, sign === '-')
    if (fraction === undefined && exponent === undefined) return pyInt(sign === '-' ? -whole : whole)
    const decimals = (fraction ?? '').slice(0, 15)
    const power = [1, 0.1, 0.01, 0.001, 0.0001][decimals.length] ?? Number(`1e-${decimals.length}`)
    const value = (Number(whole) + Number(decimals) * power) * (sign === '-' ? -1 : 1)
    if (exponent === undefined) return pyFloat(value)
    // As C's pow, which is exact to the last digit where JavaScript's ** is not.
    return pyFloat(value * Number(`1e${exponentSign === '-' ? '-' : ''}${exponent || '0'}`))
  }

  #string(): string {
    const [, inside = ''] = this.#take(string)
    // Control characters may stand unescaped here, unlike in JSON.
    const escaped = inside.replace(
      /[^ -\uffff]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return JSON.parse(`"${escaped}"`)
  }

  #array(depth: number): unknown[] {
    this.#at += 1
    const items: unknown[] = []
    if (this.#next() === ']') return items
    this.#at -= 1
    for (;;) {
      items.push(this.#value(depth + 1))
      const next = this.#next()
      if (next === ']') return items
      if (next !== ',') throw new SyntaxError('neither comma nor bracket')
    }
  }

  #object(depth: number): unknown {
    this.#at += 1
    const entries: [string, unknown][] = []
    for (;;) {
      if (this.#next() === '}') return dictFromEntries(entries)
      this.#at -= 1
      const key = this.#string()
      if (this.#next() !== ':') throw new SyntaxError('no colon')
      entries.push([key, this.#value(depth + 1)])
      const next = this.#next()
      if (next === '}') return dictFromEntries(entries)
      if (next !== ',') throw new SyntaxError('neither comma nor brace')
    }
  }

  #next(): string | undefined {
    this.#take(blanks)
    return this.#text[this.#at++]
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) throw new SyntaxError('unexpected text')
    this.#at = pattern.lastIndex
    return match
  }
}

/** Digits in 64-bit arithmetic; a number that does not fit is an error where the reader notices. */
function wholeNumber(digits: string, negative: boolean): bigint {
  if (digits.length < 19) return BigInt(digits || '0')
  let value = 0n
  for (const digit of digits) {
    const next = (value * 10n + BigInt(digit)) % word64
    if (negative ? next > word64 / 2n : value > next) throw new SyntaxError('too large')
    value = next
  }
  return value
}
