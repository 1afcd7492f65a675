import { isInt } from '../../python/index.ts'
import { SyntaxFault } from './fault.ts'
import type { Arguments, Expression } from './syntax.ts'
import type { TokenStream } from './token-stream.ts'

const comparisons: ReadonlySet<unknown> = new Set(['==', '!=', '<', '<=', '>', '>='])
const constants: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])
const maxNesting = 200

/** Reads expressions by Jinja's grammar and precedences. */
export class ExpressionParser {
  readonly #tokens: TokenStream
  #nesting = 0

  constructor(tokens: TokenStream) {
    this.#tokens = tokens
  }

  /** An expression; with `conditions` off, one without `if … else …` at its top. */
  expression(conditions = true): Expression {
    if (++this.#nesting > maxNesting) {
      throw new SyntaxFault(`expressions are nested more than ${maxNesting} deep`, this.#tokens.current.line)
    }
    const value = conditions ? this.#condition() : this.#or()
    this.#nesting--
    return value
  }

  /** An expression, or several with commas between them, which make a tuple. */
  tuple(conditions = true, stopsAt: readonly string[] = []): Expression {
    const { line } = this.#tokens.current
    const items: Expression[] = []
    let commas = false
    for (;;) {
      if (this.atTupleEnd(stopsAt)) break
      items.push(this.expression(conditions))
      if (!this.#tokens.skip('operator', ',')) break
      commas = true
    }
    const [only] = items
    if (!commas && only !== undefined) return only
    if (items.length === 0) throw this.#tokens.unexpected('an expression')
    return { type: 'tuple', items, line }
  }

  atTupleEnd(stopsAt: readonly string[]): boolean {
    const tokens = this.#tokens
    return (
      tokens.is('variable_end') ||
      tokens.is('block_end') ||
      tokens.isOperator(')') ||
      tokens.isName(...stopsAt)
    )
  }

  #condition(): Expression {
    let value = this.#or()
    for (;;) {
      const { line } = this.#tokens.current
      if (!this.#tokens.skip('name', 'if')) return value
      const test = this.#or()
      const otherwise = this.#tokens.skip('name', 'else') ? this.#condition() : undefined
      value = { type: 'condition', test, value, otherwise, line }
    }
  }

  #or(): Expression {
    let left = this.#and()
    for (
      let { line } = this.#tokens.current;
      this.#tokens.skip('name', 'or');
      { line } = this.#tokens.current
    ) {
      left = { type: 'logic', operator: 'or', left, right: this.#and(), line }
    }
    return left
  }

  #and(): Expression {
    let left = this.#not()
    for (
      let { line } = this.#tokens.current;
      this.#tokens.skip('name', 'and');
      { line } = this.#tokens.current
    ) {
      left = { type: 'logic', operator: 'and', left, right: this.#not(), line }
    }
    return left
  }

  #not(): Expression {
    const { line } = this.#tokens.current
    if (!this.#tokens.skip('name', 'not')) return this.#compare()
    return { type: 'unary', operator: 'not', value: this.#not(), line }
  }

  #compare(): Expression {
    const { line } = this.#tokens.current
    const first = this.#sum()
    const rest: [string, Expression][] = []
    for (;;) {
      const operator = this.#comparison()
      if (operator === undefined) break
      rest.push([operator, this.#sum()])
    }
    return rest.length === 0 ? first : { type: 'compare', first, rest, line }
  }

  #comparison(): string | undefined {
    const tokens = this.#tokens
    if (tokens.current.type === 'operator' && comparisons.has(tokens.current.value)) {
      return tokens.next().value as string
    }
    if (tokens.skip('name', 'in')) return 'in'
    if (tokens.isName('not') && tokens.ahead.type === 'name' && tokens.ahead.value === 'in') {
      tokens.next()
      tokens.next()
      return 'not in'
    }
    return undefined
  }

  #binary(operators: readonly string[], operand: () => Expression): Expression {
    let left = operand()
    while (this.#tokens.isOperator(...operators)) {
      const { value, line } = this.#tokens.next()
      left = { type: 'binary', operator: value as string, left, right: operand(), line }
    }
    return left
  }

  #sum(): Expression {
    return this.#binary(['+', '-'], () => this.#concat())
  }

  #concat(): Expression {
    const { line } = this.#tokens.current
    const parts = [this.#product()]
    while (this.#tokens.skip('operator', '~')) parts.push(this.#product())
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { type: 'concat', parts, line }
  }

  #product(): Expression {
    return this.#binary(['*', '/', '//', '%'], () => this.#power())
  }

  #power(): Expression {
    return this.#binary(['**'], () => this.#unary())
  }

  #unary(filtered = true): Expression {
    const { line } = this.#tokens.current
    let value: Expression
    if (this.#tokens.skip('operator', '-')) value = this.#negated('-', line)
    else if (this.#tokens.skip('operator', '+')) value = this.#negated('+', line)
    else value = this.primary()
    value = this.#postfix(value)
    return filtered ? this.#filters(value) : value
  }

  #negated(operator: '-' | '+', line: number): Expression {
    if (++this.#nesting > maxNesting) throw new SyntaxFault('too many signs', line)
    const value = this.#unary(false)
    this.#nesting--
    return { type: 'unary', operator, value, line }
  }

  /** A name, a literal, or something in brackets. */
  primary(): Expression {
    const tokens = this.#tokens
    const { type, value, line } = tokens.current
    switch (type) {
      case 'name':
        tokens.next()
        if (constants.has(value)) return { type: 'const', value: constants.get(value), line }
        return { type: 'name', name: value as string, line }
      case 'number':
        tokens.next()
        return { type: 'const', value, line }
      case 'string': {
        let text = ''
        while (tokens.is('string')) text += tokens.next().value as string
        return { type: 'const', value: text, line }
      }
    }
    if (tokens.skip('operator', '(')) return this.#parenthesis(line)
    if (tokens.skip('operator', '[')) return { type: 'list', items: this.#listed(']'), line }
    if (tokens.skip('operator', '{')) return this.#dict(line)
    throw tokens.unexpected('an expression')
  }

  #parenthesis(line: number): Expression {
    if (this.#tokens.skip('operator', ')')) return { type: 'tuple', items: [], line }
    const value = this.tuple()
    this.#tokens.expect('operator', ')')
    return value
  }

  #listed(close: string): Expression[] {
    const items: Expression[] = []
    while (!this.#tokens.isOperator(close)) {
      if (items.length > 0) this.#tokens.expect('operator', ',')
      if (this.#tokens.isOperator(close)) break
      items.push(this.expression())
    }
    this.#tokens.expect('operator', close)
    return items
  }

  #dict(line: number): Expression {
    const items: [Expression, Expression][] = []
    while (!this.#tokens.isOperator('}')) {
      if (items.length > 0) this.#tokens.expect('operator', ',')
      if (this.#tokens.isOperator('}')) break
      const key = this.expression()
      this.#tokens.expect('operator', ':')
      items.push([key, this.expression()])
    }
    this.#tokens.expect('operator', '}')
    return { type: 'dict', items, line }
  }

  /** Attributes, items, calls and powers behind a value. */
  #postfix(start: Expression): Expression {
    let value = start
    for (;;) {
      const { line } = this.#tokens.current
      if (this.#tokens.isOperator('.', '[')) value = this.#subscript(value)
      else if (this.#tokens.isOperator('('))
        value = { type: 'call', callee: value, args: this.arguments(), line }
      else return value
    }
  }

  #subscript(object: Expression): Expression {
    const tokens = this.#tokens
    const { value: opener, line } = tokens.next()
    if (opener === '.') {
      const { type, value } = tokens.next()
      if (type === 'name') return { type: 'attribute', object, name: value as string, line }
      if (type !== 'number' || !isInt(value))
        throw new SyntaxFault('expected a name or number behind the dot', line)
      return { type: 'item', object, index: { type: 'const', value, line }, line }
    }
    const indices: Expression[] = []
    while (!tokens.isOperator(']')) {
      if (indices.length > 0) tokens.expect('operator', ',')
      indices.push(this.#index())
    }
    tokens.expect('operator', ']')
    const [only] = indices
    const index: Expression = indices.length === 1 && only ? only : { type: 'tuple', items: indices, line }
    return { type: 'item', object, index, line }
  }

  #index(): Expression {
    const tokens = this.#tokens
    const { line } = tokens.current
    const slice: Expression & { type: 'slice' } = { type: 'slice', line }
    if (!tokens.isOperator(':')) {
      const value = this.expression()
      if (!tokens.isOperator(':')) return value
      slice.start = value
    }
    tokens.expect('operator', ':')
    if (!tokens.isOperator(':', ']', ',')) slice.stop = this.expression()
    if (tokens.skip('operator', ':') && !tokens.isOperator(']', ',')) slice.step = this.expression()
    return slice
  }

  /** The arguments of a call, parentheses included. */
  arguments(): Arguments {
    const tokens = this.#tokens
    tokens.expect('operator', '(')
    const args: Arguments = { positional: [], named: [], spread: undefined, namedSpread: undefined }
    for (let first = true; !tokens.isOperator(')'); first = false) {
      if (!first) tokens.expect('operator', ',')
      if (tokens.isOperator(')')) break
      this.#argument(args)
    }
    tokens.expect('operator', ')')
    return args
  }

  #argument(args: Arguments): void {
    const tokens = this.#tokens
    const { line } = tokens.current
    const misplaced = new SyntaxFault('the arguments of a call are in the wrong order', line)
    if (tokens.skip('operator', '*')) {
      if (args.spread !== undefined || args.namedSpread !== undefined) throw misplaced
      args.spread = this.expression()
    } else if (tokens.skip('operator', '**')) {
      if (args.namedSpread !== undefined) throw misplaced
      args.namedSpread = this.expression()
    } else if (tokens.is('name') && tokens.ahead.type === 'operator' && tokens.ahead.value === '=') {
      if (args.namedSpread !== undefined) throw misplaced
      const key = tokens.next().value as string
      tokens.next()
      args.named.push([key, this.expression()])
    } else {
      if (args.spread ?? args.namedSpread ?? args.named[0]) throw misplaced
      args.positional.push(this.expression())
    }
  }

  #filters(start: Expression): Expression {
    let value = start
    for (;;) {
      const { line } = this.#tokens.current
      if (this.#tokens.isOperator('|')) value = this.filter(value)
      else if (this.#tokens.skip('name', 'is')) value = this.#test(value)
      else if (this.#tokens.isOperator('('))
        value = { type: 'call', callee: value, args: this.arguments(), line }
      else return value
    }
  }

  /** One or more filters. `value` undefined: the filters of a block, whose value is the block's text. */
  filter(value: Expression | undefined, inline = false): Expression {
    let filtered = value
    let first = inline
    while (first || this.#tokens.isOperator('|')) {
      if (!first) this.#tokens.next()
      first = false
      const { line } = this.#tokens.current
      const name = this.#dottedName()
      filtered = { type: 'filter', name, value: filtered, args: this.#optionalArguments(), line }
    }
    return filtered as Expression
  }

  #optionalArguments(): Arguments {
    if (this.#tokens.isOperator('(')) return this.arguments()
    return { positional: [], named: [], spread: undefined, namedSpread: undefined }
  }

  #dottedName(): string {
    let name = this.#tokens.expect('name').value as string
    while (this.#tokens.skip('operator', '.')) name += `.${this.#tokens.expect('name').value}`
    return name
  }

  #test(value: Expression): Expression {
    const tokens = this.#tokens
    const { line } = tokens.current
    const negated = tokens.skip('name', 'not')
    const name = this.#dottedName()
    const parenthesised = tokens.isOperator('(')
    const args = this.#optionalArguments()
    if (!parenthesised && this.#startsTestArgument()) {
      if (tokens.isName('is')) throw new SyntaxFault('tests cannot be chained with is', line)
      args.positional.push(this.#postfix(this.primary()))
    }
    const test: Expression = { type: 'test', name, value, args, line }
    return negated ? { type: 'unary', operator: 'not', value: test, line } : test
  }

  /** `is divisibleby 3`: an argument without parentheses. */
  #startsTestArgument(): boolean {
    const tokens = this.#tokens
    const { type } = tokens.current
    if (type === 'name') return !tokens.isName('else', 'or', 'and')
    return type === 'string' || type === 'number' || tokens.isOperator('[', '{')
  }
}
