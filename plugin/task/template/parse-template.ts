import { type TemplateEnvironment, taskEnvironment } from './environment.ts'
import { SyntaxFault } from './fault.ts'
import { tokenize } from './lexer.ts'
import { ExpressionParser } from './parse-expression.ts'
import type { Expression, Parameter, Statement, Target } from './syntax.ts'
import { TokenStream } from './token-stream.ts'

/**
 * Reads a template into its statements.
 * @throws SyntaxFault where the template is malformed.
 */
export function parseTemplate(
  source: string,
  environment: TemplateEnvironment = taskEnvironment,
): Statement[] {
  const tokens = new TokenStream(tokenize(source, environment))
  return new StatementParser(tokens, environment.extraTags).statements([])
}

const reserved: ReadonlySet<string> = new Set(['true', 'True', 'false', 'False', 'none', 'None'])

class StatementParser {
  readonly #tokens: TokenStream
  readonly #expressions: ExpressionParser
  readonly #open: string[] = []
  readonly #blocks = new Set<string>()
  readonly #extraTags: boolean

  constructor(tokens: TokenStream, extraTags: boolean) {
    this.#extraTags = extraTags
    this.#tokens = tokens
    this.#expressions = new ExpressionParser(tokens)
  }

  /** Statements up to a tag of `ends` (whose name is then the current token), or to the end of the template. */
  statements(ends: readonly string[]): Statement[] {
    const tokens = this.#tokens
    const body: Statement[] = []
    while (!tokens.is('end')) {
      const { line, value } = tokens.current
      if (tokens.skip('data')) body.push({ type: 'text', text: value as string, line })
      else if (tokens.skip('variable_begin')) {
        body.push({ type: 'print', value: this.#expressions.tuple(), line })
        tokens.expect('variable_end')
      } else {
        tokens.expect('block_begin')
        if (tokens.isName(...ends)) return body
        body.push(this.#tag())
        tokens.expect('block_end')
      }
    }
    if (ends.length > 0) {
      throw new SyntaxFault(
        `{% ${this.#open.at(-1)} %} is not closed by {% ${ends.at(-1)} %}`,
        tokens.current.line,
      )
    }
    return body
  }

  /** The body of a tag, from behind its head up to one of the end tags, whose name is returned as well. */
  #body(...ends: string[]): [body: Statement[], end: string] {
    this.#tokens.skip('operator', ':')
    this.#tokens.expect('block_end')
    if (this.#open.length > 100)
      throw new SyntaxFault('blocks are nested too deep', this.#tokens.current.line)
    const body = this.statements(ends)
    return [body, this.#tokens.next().value as string]
  }

  #tag(): Statement {
    const { value: name, line } = this.#tokens.expect('name')
    this.#open.push(name as string)
    const statement = this.#statement(name as string, line)
    this.#open.pop()
    return statement
  }

  #statement(name: string, line: number): Statement {
    const extra = this.#extraTags ? this.#extraTag(name, line) : undefined
    if (extra !== undefined) return extra
    switch (name) {
      case 'if':
        return this.#if(line)
      case 'for':
        return this.#for(line)
      case 'set':
        return this.#set(line)
      case 'with':
        return this.#with(line)
      case 'macro': {
        const macro = this.#tokens.expect('name').value as string
        const parameters = this.#parameters()
        return {
          type: 'macro',
          name: this.#assignable(macro, line),
          parameters,
          body: this.#body('endmacro')[0],
          line,
        }
      }
      case 'call':
        return this.#call(line)
      case 'filter': {
        const filter = this.#expressions.filter(undefined, true)
        return { type: 'filterBlock', filter, body: this.#body('endfilter')[0], line }
      }
      case 'block':
        return this.#block(line)
      case 'print':
        return { type: 'print', value: this.#expressions.tuple(), line }
      case 'include':
      case 'import':
      case 'from':
      case 'extends':
        this.#skipTag()
        return { type: 'refused', reason: `{% ${name} %} needs other templates, and there are none`, line }
      case 'autoescape':
        throw new SyntaxFault('{% autoescape %} is not supported', line)
    }
    const open = this.#open.at(-2)
    const hint = open === undefined ? '' : ` inside {% ${open} %}`
    throw new SyntaxFault(`unknown tag {% ${name} %}${hint}`, line)
  }

  /** Tags of extensions that chat templates may use. */
  #extraTag(name: string, line: number): Statement | undefined {
    if (name === 'generation') return { type: 'group', body: this.#body('endgeneration')[0], line }
    if (name !== 'break' && name !== 'continue') return undefined
    return { type: 'leave', how: name, line }
  }

  #skipTag(): void {
    while (!this.#tokens.is('block_end')) {
      if (this.#tokens.is('end')) throw this.#tokens.unexpected()
      this.#tokens.next()
    }
  }

  #if(line: number): Statement {
    const branches: [Expression, Statement[]][] = []
    for (;;) {
      const test = this.#expressions.tuple(false)
      const [body, end] = this.#body('elif', 'else', 'endif')
      branches.push([test, body])
      if (end === 'elif') continue
      const otherwise = end === 'else' ? this.#body('endif')[0] : []
      return { type: 'if', branches, otherwise, line }
    }
  }

  #for(line: number): Statement {
    const target = this.#target(false, ['in'])
    if (names(target).includes('loop')) throw new SyntaxFault("'loop' cannot be the variable of a loop", line)
    this.#tokens.expect('name', 'in')
    const items = this.#expressions.tuple(false, ['recursive'])
    const condition = this.#tokens.skip('name', 'if') ? this.#expressions.expression() : undefined
    const recursive = this.#tokens.skip('name', 'recursive')
    const [body, end] = this.#body('else', 'endfor')
    const otherwise = end === 'else' ? this.#body('endfor')[0] : []
    return { type: 'for', target, items, condition, body, otherwise, recursive, line }
  }

  #set(line: number): Statement {
    const target = this.#target(true)
    if (this.#tokens.skip('operator', '=')) {
      return { type: 'set', target, value: this.#expressions.tuple(), line }
    }
    const filter = this.#tokens.is('operator', '|') ? this.#expressions.filter(undefined) : undefined
    return { type: 'setBlock', target, filter, body: this.#body('endset')[0], line }
  }

  #with(line: number): Statement {
    const targets: [Target, Expression][] = []
    while (!this.#tokens.is('block_end')) {
      if (targets.length > 0) this.#tokens.expect('operator', ',')
      const target = this.#target(false)
      this.#tokens.expect('operator', '=')
      targets.push([target, this.#expressions.expression()])
    }
    return { type: 'with', targets, body: this.#body('endwith')[0], line }
  }

  #call(line: number): Statement {
    const parameters = this.#tokens.is('operator', '(') ? this.#parameters() : []
    const call = this.#expressions.expression()
    if (call.type !== 'call') throw new SyntaxFault('{% call %} needs a call', line)
    return { type: 'callBlock', call, parameters, body: this.#body('endcall')[0], line }
  }

  #block(line: number): Statement {
    const name = this.#tokens.expect('name').value as string
    if (this.#blocks.has(name)) throw new SyntaxFault(`the block '${name}' is defined twice`, line)
    this.#blocks.add(name)
    const scoped = this.#tokens.skip('name', 'scoped')
    if (this.#tokens.skip('name', 'required'))
      throw new SyntaxFault('a required block cannot be filled here', line)
    const [body] = this.#body('endblock')
    this.#tokens.skip('name', name)
    return { type: 'block', name, scoped, body, line }
  }

  #parameters(): Parameter[] {
    const tokens = this.#tokens
    const parameters: Parameter[] = []
    tokens.expect('operator', '(')
    while (!tokens.is('operator', ')')) {
      if (parameters.length > 0) tokens.expect('operator', ',')
      const { value, line } = tokens.expect('name')
      const fallback = tokens.skip('operator', '=') ? this.#expressions.expression() : undefined
      if (fallback === undefined && parameters.at(-1)?.fallback !== undefined) {
        throw new SyntaxFault('a parameter without default follows one with a default', line)
      }
      parameters.push({ name: this.#assignable(value as string, line), fallback })
    }
    tokens.expect('operator', ')')
    return parameters
  }

  #target(fields: boolean, stopsAt: readonly string[] = []): Target {
    const targets = [this.#singleTarget(fields)]
    let commas = false
    while (this.#tokens.skip('operator', ',')) {
      commas = true
      if (this.#expressions.atTupleEnd(stopsAt)) break
      targets.push(this.#singleTarget(fields))
    }
    const [only] = targets
    return commas || only === undefined ? { type: 'unpack', targets } : only
  }

  #singleTarget(fields: boolean): Target {
    const tokens = this.#tokens
    if (tokens.skip('operator', '(')) {
      const target = this.#target(false)
      tokens.expect('operator', ')')
      return target
    }
    const { value, line } = tokens.expect('name')
    const name = this.#assignable(value as string, line)
    if (!fields || !tokens.skip('operator', '.')) return { type: 'name', name }
    return { type: 'field', object: name, field: tokens.expect('name').value as string }
  }

  #assignable(name: string, line: number): string {
    if (reserved.has(name)) throw new SyntaxFault(`'${name}' cannot be assigned to`, line)
    return name
  }
}

function names(target: Target): string[] {
  if (target.type === 'unpack') return target.targets.flatMap(names)
  return target.type === 'name' ? [target.name] : []
}
