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

/** One for all, since most texts that are tried are no JSON and the trace of an error takes long. */
const unreadable = new SyntaxError('not JSON')
const beginning = /^[ \t\r\n]*[-\d"[{tfnNI]/

/**
 * Reads a text as pandas' JSON reader does, which accepts a little more than JSON (`01`, `1.`, `-`, a comma before `}`,
 * NaN as null) and computes decimals in double arithmetic: `0.3` is 0.30000000000000004.
 * @returns undefined where the reader fails
 */
export function readUjson(text: string): unknown {
  if (!beginning.test(text)) return undefined
  try {
    return new Reader(text).document()
  } catch (error) {
    if (error === unreadable || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A float of the data, by its shortest digits, as this reader reads it. */
export function rereadFloat(float: number): number {
  const [, sign, whole, fraction, exponent] = parts.exec(String(float)) ?? []
  return whole === undefined ? float : floatOf(sign, Number(whole), fraction, exponent)
}

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/

/** The reader keeps 15 decimals and multiplies them by a power of ten; then the exponent's power follows. */
function floatOf(sign: string | undefined, whole: number, fraction = '', exponent?: string): number {
  const decimals = fraction.slice(0, 15)
  // As C's pow, which is exact to the last digit where JavaScript's ** is not.
  const value = (whole + Number(decimals) * Number(`1e-${decimals.length}`)) * (sign === '-' ? -1 : 1)
  if (exponent === undefined) return value
  return value * Number(`1e${/\d/.test(exponent) ? exponent : '0'}`)
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
    if (this.#at < this.#text.length) throw unreadable
    return value
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) throw unreadable
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
    if (!/[-0-9]/.test(next)) throw unreadable
    return this.#number()
  }

  #number(): unknown {
    const [, sign, digits = '', fraction, exponentSign, exponent] = this.#take(number)
    const whole = wholeNumber(digits, sign === '-')
    if (fraction === undefined && exponent === undefined) return pyInt(sign === '-' ? -whole : whole)
    return pyFloat(
      floatOf(
        sign,
        Number(whole),
        fraction,
        exponent === undefined ? undefined : `${exponentSign}${exponent}`,
      ),
    )
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
      if (next !== ',') throw unreadable
    }
  }

  #object(depth: number): unknown {
    this.#at += 1
    const entries: [string, unknown][] = []
    for (;;) {
      if (this.#next() === '}') return dictFromEntries(entries)
      this.#at -= 1
      const key = this.#string()
      if (this.#next() !== ':') throw unreadable
      entries.push([key, this.#value(depth + 1)])
      const next = this.#next()
      if (next === '}') return dictFromEntries(entries)
      if (next !== ',') throw unreadable
    }
  }

  #next(): string | undefined {
    this.#take(blanks)
    return this.#text[this.#at++]
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) throw unreadable
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
    if (negative ? next > word64 / 2n : value > next) throw unreadable
    value = next
  }
  return value
}
