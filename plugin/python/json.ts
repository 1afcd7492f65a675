import { rememberKeyOrder, setOwn } from './containers.ts'
import { pyFloat, pyInt } from './number.ts'

/**
 * What JSON.parse would misread: an exponent, a fraction of zeros, a number with too many digits for a double, the
 * words NaN and Infinity, and integer-like keys (whose order JavaScript objects lose). Text inside strings may match as
 * well; that costs only time.
 */
const needsOwnParser = /\d[eE]|\.0+(?!\d)|[\d.]{16}|NaN|Infinity|"\d+"\s*:/

/**
 * Python `json.loads`: like JSON.parse, but `1.0` and `1e3` become a PyFloat, integers beyond 2^53 a bigint, NaN and
 * the infinities are accepted, and the order of all keys is kept (see `dictKeys`).
 * @throws SyntaxError where the text is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!needsOwnParser.test(text)) return JSON.parse(text)
  const reader = new JsonReader(text)
  const value = reader.value()
  reader.end()
  return value
}

const blanks = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const stringEnd = /["\\]|[^ -\uffff]/g

const words: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]

class JsonReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(): unknown {
    this.#blank()
    const text = this.#text
    switch (text[this.#at]) {
      case '"':
        return this.#string()
      case '{':
        return this.#object()
      case '[':
        return this.#array()
    }
    for (const [word, value] of words) {
      if (text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return this.#number()
  }

  end(): void {
    this.#blank()
    if (this.#at < this.#text.length) this.#fail()
  }

  #blank(): void {
    blanks.lastIndex = this.#at
    blanks.test(this.#text)
    this.#at = blanks.lastIndex
  }

  #take(character: string): boolean {
    this.#blank()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #number(): unknown {
    number.lastIndex = this.#at
    const match = number.exec(this.#text)
    if (match === null) return this.#fail()
    this.#at = number.lastIndex
    const [literal, fraction, exponent] = match
    if (fraction !== undefined || exponent !== undefined) return pyFloat(Number(literal))
    return literal.length < 16 ? Number(literal) : pyInt(BigInt(literal))
  }

  #string(): string {
    const start = this.#at
    for (let at = start + 1; ; ) {
      stringEnd.lastIndex = at
      const match = stringEnd.exec(this.#text)
      if (match === null) return this.#fail()
      if (match[0] !== '\\') {
        this.#at = match.index + 1
        return JSON.parse(this.#text.slice(start, this.#at))
      }
      at = match.index + 2
    }
  }

  #array(): unknown[] {
    this.#at++
    const items: unknown[] = []
    if (this.#take(']')) return items
    do items.push(this.value())
    while (this.#take(','))
    if (!this.#take(']')) this.#fail()
    return items
  }

  #object(): Record<string, unknown> {
    this.#at++
    const object: Record<string, unknown> = {}
    if (this.#take('}')) return object
    const keys: string[] = []
    do {
      this.#blank()
      if (this.#text[this.#at] !== '"') this.#fail()
      const key = this.#string()
      if (!this.#take(':')) this.#fail()
      if (!Object.hasOwn(object, key)) keys.push(key)
      setOwn(object, key, this.value())
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail()
    rememberKeyOrder(object, keys)
    return object
  }

  #fail(): never {
    const found = this.#text[this.#at]
    throw new SyntaxError(
      found === undefined
        ? 'Unexpected end of JSON input'
        : `Unexpected token ${JSON.stringify(found)} in JSON at position ${this.#at}`,
    )
  }
}
