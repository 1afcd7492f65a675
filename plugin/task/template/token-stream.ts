import { SyntaxFault } from './fault.ts'
import type { Token, TokenType } from './lexer.ts'

/** The tokens of a template, one after the other, with the questions a parser asks. */
export class TokenStream {
  readonly #tokens: Token[]
  #at = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  get current(): Token {
    return this.#tokens[this.#at] as Token
  }

  get ahead(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as Token
  }

  next(): Token {
    const token = this.current
    if (token.type !== 'end') this.#at++
    return token
  }

  is(type: TokenType, value?: string): boolean {
    return this.current.type === type && (value === undefined || this.current.value === value)
  }

  isOperator(...operators: string[]): boolean {
    return this.current.type === 'operator' && operators.includes(this.current.value as string)
  }

  isName(...names: string[]): boolean {
    return this.current.type === 'name' && names.includes(this.current.value as string)
  }

  skip(type: TokenType, value?: string): boolean {
    if (!this.is(type, value)) return false
    this.next()
    return true
  }

  expect(type: TokenType, value?: string): Token {
    if (this.is(type, value)) return this.next()
    throw this.unexpected(value ?? described[type] ?? type)
  }

  unexpected(wanted?: string): SyntaxFault {
    const { type, value, line } = this.current
    const found = described[type] ?? `'${String(value)}'`
    const message =
      wanted === undefined ? `unexpected ${found}` : `expected ${quoted(wanted)}, found ${found}`
    return new SyntaxFault(message, line)
  }
}

function quoted(wanted: string): string {
  return wanted.includes(' ') ? wanted : `'${wanted}'`
}

const described: { [type in TokenType]?: string } = {
  data: 'template text',
  variable_begin: "'{{'",
  variable_end: "'}}'",
  block_begin: "'{%'",
  block_end: "'%}'",
  end: 'the end of the template',
}
