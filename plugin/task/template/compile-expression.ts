import { dictGet, dictKeys, isDict, isNumber, PyTuple } from '../../python/index.ts'
import { attribute, item, SliceIndex } from './access.ts'
import { applyFilter, applyTest, spendArguments } from './apply.ts'
import { binary, signed } from './arithmetic.ts'
import type { Budget } from './budget.ts'
import { contains, equal, ordered, truth } from './compare.ts'
import type { TemplateEnvironment } from './environment.ts'
import { Fault, JinjaFault, SyntaxFault } from './fault.ts'
import type { Frame } from './frame.ts'
import { itemsOf } from './iterate.ts'
import { makeDict } from './make-dict.ts'
import { spendValue } from './spend-value.ts'
import type { Arguments, Expression } from './syntax.ts'
import { tests } from './tests.ts'
import { type CallArguments, Callable, isText, MissingElse, toText, typeName, Undefined } from './values.ts'

/** An expression, ready to be evaluated. */
export type Evaluate = (frame: Frame) => unknown

/** Makes closures of expressions. No code is generated, so a template can reach nothing but what these closures offer. */
export class ExpressionCompiler {
  readonly #environment: TemplateEnvironment
  #tolerant = 0

  constructor(environment: TemplateEnvironment) {
    this.#environment = environment
  }

  /** Inside branches Jinja looks filters and tests up only when the branch is taken. */
  tolerantly<T>(compile: () => T): T {
    this.#tolerant++
    try {
      return compile()
    } finally {
      this.#tolerant--
    }
  }

  compile(node: Expression): Evaluate {
    const evaluate = this.#compile(node)
    if (!this.#environment.lenient || !mayBeMissing.has(node.type)) return evaluate
    return frame => {
      const value = evaluate(frame)
      return value instanceof Undefined ? value.lenient() : value
    }
  }

  #compile(node: Expression): Evaluate {
    switch (node.type) {
      case 'const': {
        const { value } = node
        return () => value
      }
      case 'name':
        return this.#name(node.name, node.line)
      case 'list': {
        const items = node.items.map(child => this.compile(child))
        return frame => listed(items, frame)
      }
      case 'tuple': {
        const items = node.items.map(child => this.compile(child))
        return frame => PyTuple.fromItems(listed(items, frame))
      }
      case 'dict': {
        const items = node.items.map(([key, value]) => [this.compile(key), this.compile(value)] as const)
        return frame =>
          makeDict(
            items.map(([key, value]) => [key(frame), value(frame)] as const),
            frame.budget,
          )
      }
      case 'attribute': {
        const object = this.compile(node.object)
        return located(node.line, frame => attribute(object(frame), node.name, frame.budget))
      }
      case 'item': {
        const object = this.compile(node.object)
        const index = this.compile(node.index)
        return located(node.line, frame => item(object(frame), index(frame), frame.budget))
      }
      case 'slice': {
        const [start, stop, step] = [node.start, node.stop, node.step].map(part => part && this.compile(part))
        return frame => new SliceIndex(start?.(frame) ?? null, stop?.(frame) ?? null, step?.(frame) ?? null)
      }
      case 'call':
        return this.#call(node.callee, node.args, node.line)
      case 'filter':
        return this.#filter(node)
      case 'test':
        return this.#test(node)
      case 'unary': {
        const value = this.compile(node.value)
        const { operator } = node
        if (operator === 'not') return frame => !truth(value(frame))
        return located(node.line, frame => signed(operator, value(frame)))
      }
      case 'binary': {
        if (bindsLate(node)) return this.compile(negatedPower(node))
        const left = this.compile(node.left)
        const right = this.compile(node.right)
        const { operator } = node
        return located(node.line, frame => binary(operator, left(frame), right(frame), frame.budget))
      }
      case 'compare':
        return this.#compare(node)
      case 'concat': {
        const parts = node.parts.map(part => this.compile(part))
        return frame => {
          const texts = parts.map(part => {
            const value = part(frame)
            spendValue(value, frame.budget)
            return toText(value)
          })
          const text = texts.join('')
          frame.budget.spendText(text.length)
          return text
        }
      }
      case 'logic': {
        const left = this.compile(node.left)
        const right = this.compile(node.right)
        const stopsAt = node.operator === 'or'
        return frame => {
          const value = left(frame)
          return truth(value) === stopsAt ? value : right(frame)
        }
      }
      case 'condition':
        return this.tolerantly(() => this.#condition(node))
    }
  }

  #name(name: string, line: number): Evaluate {
    return frame => {
      frame.rendering.line = line
      return frame.lookup(name)
    }
  }

  #condition(node: Expression & { type: 'condition' }): Evaluate {
    const test = this.compile(node.test)
    const then = this.compile(node.value)
    const otherwise = node.otherwise && this.compile(node.otherwise)
    return frame => {
      if (truth(test(frame))) return then(frame)
      return otherwise === undefined ? new MissingElse() : otherwise(frame)
    }
  }

  #compare(node: Expression & { type: 'compare' }): Evaluate {
    const first = this.compile(node.first)
    const rest = node.rest.map(([operator, operand]) => [operator, this.compile(operand)] as const)
    return located(node.line, frame => {
      let left = first(frame)
      for (const [operator, operand] of rest) {
        const right = operand(frame)
        if (!compare(operator, left, right, frame)) return false
        left = right
      }
      return true
    })
  }

  /** The arguments of a call, to be evaluated in the frame of the call. */
  arguments(args: Arguments): (frame: Frame) => CallArguments {
    const positional = args.positional.map(arg => this.compile(arg))
    const named = args.named.map(([name, arg]) => [name, this.compile(arg)] as const)
    const spread = args.spread && this.compile(args.spread)
    const namedSpread = args.namedSpread && this.compile(args.namedSpread)
    return frame => {
      const values = positional.map(arg => arg(frame))
      if (spread !== undefined) values.push(...itemsOf(spread(frame), frame.budget))
      const entries = new Map(named.map(([name, arg]) => [name, arg(frame)]))
      if (namedSpread !== undefined) addNamed(entries, namedSpread(frame), frame.budget)
      return { positional: values, named: entries }
    }
  }

  #call(callee: Expression, args: Arguments, line: number): Evaluate {
    const target = this.compile(callee)
    const evaluated = this.arguments(args)
    return located(line, frame => invoke(target(frame), evaluated(frame), frame))
  }

  #filter(node: Expression & { type: 'filter' }): Evaluate {
    const { name, line } = node
    if (node.value === undefined) throw new SyntaxFault('a filter needs a value', line)
    const value = this.compile(node.value)
    const args = this.arguments(node.args)
    const filter = this.#environment.filters.get(name)
    if (filter === undefined) return this.#unknown(`there is no filter '${name}'`, line)
    return located(line, frame => {
      return applyFilter(name, filter, value(frame), args(frame), frame.budget)
    })
  }

  #test(node: Expression & { type: 'test' }): Evaluate {
    const { name, line } = node
    const value = this.compile(node.value)
    const args = this.arguments(node.args)
    const test = tests.get(name)
    if (test === undefined) return this.#unknown(`there is no test '${name}'`, line)
    return located(line, frame => {
      return applyTest(test, value(frame), args(frame), frame.budget)
    })
  }

  #unknown(message: string, line: number): Evaluate {
    if (this.#tolerant === 0) throw new SyntaxFault(message, line)
    return located(line, () => {
      throw new JinjaFault(message)
    })
  }
}

/** Expressions that can come to an undefined value. */
const mayBeMissing: ReadonlySet<Expression['type']> = new Set(['name', 'attribute', 'item', 'call', 'filter'])

type Binary = Expression & { type: 'binary' }

/**
 * Jinja writes a negative constant into Python without parentheses, so `-2 ** n` is `-(2 ** n)` there; with two constants
 * it computes `(-2) ** 2` beforehand.
 */
function bindsLate({ operator, left, right }: Binary): boolean {
  return (
    operator === '**' &&
    left.type === 'unary' &&
    left.operator === '-' &&
    left.value.type === 'const' &&
    isNumber(left.value.value) &&
    !isConstant(right)
  )
}

function negatedPower(node: Binary): Expression {
  const base = node.left.type === 'unary' ? node.left.value : node.left
  return { type: 'unary', operator: '-', value: { ...node, left: base }, line: node.line }
}

function isConstant(node: Expression): boolean {
  if (node.type === 'unary') return isConstant(node.value)
  if (node.type === 'binary') return isConstant(node.left) && isConstant(node.right)
  return node.type === 'const'
}

function listed(items: readonly Evaluate[], frame: Frame): unknown[] {
  frame.budget.spend(items.length)
  return items.map(evaluate => evaluate(frame))
}

function located(line: number, evaluate: Evaluate): Evaluate {
  return frame => {
    frame.rendering.line = line
    return evaluate(frame)
  }
}

function compare(operator: string, left: unknown, right: unknown, frame: Frame): boolean {
  const { budget } = frame
  switch (operator) {
    case '==':
      return equal(left, right, budget)
    case '!=':
      return !equal(left, right, budget)
    case 'in':
      return contains(right, left, budget)
    case 'not in':
      return !contains(right, left, budget)
    default:
      return ordered(operator, left, right, budget)
  }
}

function addNamed(entries: Map<string, unknown>, mapping: unknown, budget: Budget): void {
  if (!isDict(mapping)) throw new Fault(`** needs a mapping, not a ${typeName(mapping)}`)
  for (const key of dictKeys(mapping)) {
    budget.spend()
    if (!isText(key)) throw new Fault('the keys behind ** must be text')
    if (entries.has(toText(key))) throw new Fault(`the argument '${toText(key)}' is given twice`)
    entries.set(toText(key), dictGet(mapping, key))
  }
}

/** What hands its arguments on to other parts of the template, where what is done with them is paid for. */
const passing: ReadonlySet<string> = new Set(['Macro', 'LoopContext', 'namespace', 'dict', 'cycler'])

/** Calls a value with arguments. @throws Fault where it cannot be called. */
export function invoke(callee: unknown, args: CallArguments, frame: Frame): unknown {
  if (callee instanceof Undefined) callee.fail()
  if (!(callee instanceof Callable)) throw new Fault(`a ${typeName(callee)} cannot be called`)
  if (passing.has(callee.name)) frame.budget.spend()
  else spendArguments(args, frame.budget)
  return frame.budget.nested(() => callee.call(args, frame.budget))
}
