import { isSpace, rstrip } from '../../python/index.ts'
import { LiteralError } from '../../python/literal-error.ts'
import { decodeEscapes } from '../../python/literal-string.ts'
import { pyFloat, pyInt } from '../../python/number.ts'
import { type TemplateEnvironment, taskEnvironment } from './environment.ts'
import { SyntaxFault } from './fault.ts'
import { maxDigits } from './int-text.ts'

export type TokenType =
  | 'data'
  | 'variable_begin'
  | 'variable_end'
  | 'block_begin'
  | 'block_end'
  | 'name'
  | 'string'
  | 'number'
  | 'operator'
  | 'end'

export interface Token {
  type: TokenType
  /** Text of names, operators and data; the value of literals. */
  value: unknown
  line: number
}

const blank = '[\\s\\x1c-\\x1f\\x85]'.replace(
  '\\s',
  '\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
)
const opening = new RegExp(`\\{%[-+]?${blank}*raw${blank}*-?%\\}|\\{%[-+]?|\\{\\{[-+]?|\\{#[-+]?`, 'g')
const rawEnd = new RegExp(`\\{%([-+]?)${blank}*endraw${blank}*(?:\\+%\\}|-%\\}${blank}*|%\\})`, 'g')
const commentEnd = new RegExp(`\\+#\\}|-#\\}${blank}*|#\\}`, 'g')
const blockEnd = new RegExp(`\\+%\\}|-%\\}${blank}*|%\\}`, 'y')
const variableEnd = new RegExp(`-\\}\\}${blank}*|\\}\\}`, 'y')
const blanks = new RegExp(`${blank}+`, 'y')
const float = /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy
const name = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy
const string = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y
const operator = /\/\/|\*\*|[=!<>]=|[-+*/%~[\](){}<>=.:|,;]/y
const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/**
 * Splits a template into text, delimiters and the tokens between them, with Jinja's default delimiters and white-space
 * settings. Every line break of the template becomes `\n`.
 * @throws SyntaxFault
 */
export function tokenize(source: string, environment: Blanks = taskEnvironment): Token[] {
  const text = source.replace(/\r\n?/g, '\n')
  return new Lexer(environment.keepTrailingNewline ? text : text.replace(/\n$/u, ''), environment).run()
}

type Blanks = Pick<TemplateEnvironment, 'trimBlocks' | 'lstripBlocks' | 'keepTrailingNewline'>

class Lexer {
  readonly #source: string
  readonly #environment: Blanks
  readonly #tokens: Token[] = []
  #at = 0
  #line = 1
  #counted = 0

  constructor(source: string, environment: Blanks) {
    this.#source = source
    this.#environment = environment
  }

  run(): Token[] {
    const source = this.#source
    while (this.#at < source.length) {
      opening.lastIndex = this.#at
      const match = opening.exec(source)
      if (match === null) {
        this.#data(source.slice(this.#at))
        break
      }
      const text = source.slice(this.#at, match.index)
      this.#data(this.#before(text, match[0]))
      const start = match.index
      this.#at = opening.lastIndex
      if (/raw/.test(match[0])) this.#raw(match[0], start)
      else if (match[0].startsWith('{#')) this.#comment(start)
      else if (match[0].startsWith('{%')) this.#code('block', blockEnd, start)
      else this.#code('variable', variableEnd, start)
    }
    this.#at = source.length
    this.#push('end', '', this.#at)
    return this.#tokens
  }

  #push(type: TokenType, value: unknown, at: number): undefined {
    this.#tokens.push({ type, value, line: this.#lineAt(at) })
  }

  #lineAt(at: number): number {
    for (; this.#counted < at; this.#counted++) if (this.#source[this.#counted] === '\n') this.#line++
    return this.#line
  }

  /** Text before a delimiter, less the white space that the delimiter takes away. */
  #before(text: string, delimiter: string): string {
    const sign = delimiter[2]
    if (sign === '-') return rstrip(text)
    if (sign === '+' || delimiter.startsWith('{{') || !this.#environment.lstripBlocks) return text
    const line = text.lastIndexOf('\n') + 1
    const startsLine = line > 0 || this.#at === 0 || this.#source[this.#at - 1] === '\n'
    return startsLine && isSpace(text.slice(line)) ? text.slice(0, line) : text
  }

  /** The line break behind a tag or comment that ends at the current place. */
  #trim(ending: string): void {
    if (!this.#environment.trimBlocks || ending.length !== 2) return
    if (this.#source[this.#at] === '\n') this.#at += 1
  }

  #data(text: string): void {
    if (text !== '') this.#push('data', text, this.#at)
  }

  #fail(message: string, at: number): never {
    throw new SyntaxFault(message, this.#lineAt(at))
  }

  #comment(start: number): void {
    commentEnd.lastIndex = this.#at
    const match = commentEnd.exec(this.#source)
    if (match === null) this.#fail('a comment is not closed by #}', start)
    this.#at = commentEnd.lastIndex
    this.#trim(match[0])
  }

  #raw(begin: string, start: number): void {
    if (begin.endsWith('-%}')) this.#match(blanks)
    rawEnd.lastIndex = this.#at
    const match = rawEnd.exec(this.#source)
    if (match === null) this.#fail('{% raw %} is not closed by {% endraw %}', start)
    const text = this.#source.slice(this.#at, match.index)
    this.#data(this.#before(text, match[0]))
    this.#at = rawEnd.lastIndex
    if (/endraw[^+-]*%\}$/u.test(match[0])) this.#trim('%}')
  }

  #code(kind: 'block' | 'variable', end: RegExp, start: number): void {
    this.#push(`${kind}_begin`, '', start)
    const open: string[] = []
    for (;;) {
      this.#match(blanks)
      const at = this.#at
      if (at >= this.#source.length) this.#fail(`${kind === 'block' ? '{%' : '{{'} is not closed`, start)
      const ending = open.length === 0 ? this.#match(end) : undefined
      if (ending !== undefined) {
        this.#push(`${kind}_end`, '', at)
        if (kind === 'block') this.#trim(ending)
        return
      }
      this.#token(at, open)
    }
  }

  #token(at: number, open: string[]): undefined {
    const floatText = this.#match(float)
    if (floatText !== undefined)
      return this.#push('number', pyFloat(Number(floatText.replaceAll('_', ''))), at)
    const intText = this.#match(integer)
    if (intText !== undefined) {
      if (!/^0[box]/i.test(intText) && intText.replaceAll('_', '').length > maxDigits)
        this.#fail(`a number has more than ${maxDigits} digits`, at)
      return this.#push('number', pyInt(BigInt(intText.replaceAll('_', '').toLowerCase())), at)
    }
    const nameText = this.#match(name)
    if (nameText !== undefined) return this.#push('name', nameText, at)
    const stringText = this.#match(string)
    if (stringText !== undefined) return this.#push('string', this.#decoded(stringText.slice(1, -1), at), at)
    const sign = this.#match(operator)
    if (sign === undefined) {
      this.#fail(
        `unexpected character ${JSON.stringify(String.fromCodePoint(this.#source.codePointAt(at) ?? 0))}`,
        at,
      )
    }
    const closer = closers[sign]
    if (closer !== undefined) open.push(closer)
    else if (')]}'.includes(sign) && open.pop() !== sign) this.#fail(`unexpected '${sign}'`, at)
    this.#push('operator', sign, at)
  }

  #decoded(body: string, at: number): string {
    try {
      return decodeEscapes(body)
    } catch (error) {
      if (error instanceof LiteralError) this.#fail(error.message, at)
      throw error
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match[0]
  }
}
