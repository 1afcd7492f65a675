import type { Doc } from '../types.ts'
import { Budget } from './budget.ts'
import { truth } from './compare.ts'
import { type Evaluate, ExpressionCompiler, invoke } from './compile-expression.ts'
import type { TemplateEnvironment } from './environment.ts'
import { Fault, JinjaFault, SyntaxFault } from './fault.ts'
import { Frame, type Rendering } from './frame.ts'
import { itemsOf } from './iterate.ts'
import { compileLoop, loopExits } from './loop.ts'
import { compileMacro } from './macro.ts'
import { Scope } from './scope.ts'
import { spendValue } from './spend-value.ts'
import type { Expression, Statement, Target } from './syntax.ts'
import { Callable, Fields, isText, Namespace, toText, typeName, Undefined } from './values.ts'

/** A statement, ready to be run: it writes to the frame's text and sets names in its scope. */
export type Run = (frame: Frame) => void

/** Makes closures of statements. */
export class StatementCompiler {
  readonly expressions: ExpressionCompiler
  readonly #environment: TemplateEnvironment
  readonly #blocks = new Map<string, Run>()
  #loops = 0

  constructor(environment: TemplateEnvironment) {
    this.#environment = environment
    this.expressions = new ExpressionCompiler(environment)
  }

  /** The whole template: a function from documents to text; `rendering` is filled while it runs. */
  template(statements: Statement[]): (doc: Doc, started: (rendering: Rendering) => void) => string {
    const run = this.body(statements)
    return (doc, started) => {
      const top = new Scope()
      const environment = this.#environment
      const rendering: Rendering = {
        doc,
        budget: new Budget(environment),
        environment,
        top,
        line: 1,
      }
      started(rendering)
      if (Object.hasOwn(doc, 'self')) throw new Fault("a document with a column 'self' cannot be rendered")
      const parts: string[] = []
      const frame = new Frame(rendering, top, parts)
      top.set('self', this.#self(frame))
      run(frame)
      return parts.join('')
    }
  }

  /** Compiles what a loop repeats: only there `{% break %}` and `{% continue %}` can stand. */
  insideLoop<T>(compile: () => T): T {
    return this.#atLoops(this.#loops + 1, compile)
  }

  /** Compiles what Jinja makes a function of, which cannot leave the loop around it. */
  outsideLoops<T>(compile: () => T): T {
    return this.#atLoops(0, compile)
  }

  #atLoops<T>(loops: number, compile: () => T): T {
    const outer = this.#loops
    this.#loops = loops
    try {
      return compile()
    } finally {
      this.#loops = outer
    }
  }

  body(statements: Statement[]): Run {
    const runs = statements.map(statement => this.#statement(statement))
    return frame => {
      for (const run of runs) run(frame)
    }
  }

  #statement(node: Statement): Run {
    switch (node.type) {
      case 'text':
        return frame => frame.write(node.text)
      case 'print': {
        const value = this.expressions.compile(node.value)
        return frame => {
          frame.rendering.line = node.line
          const text = value(frame)
          frame.rendering.line = node.line
          spendValue(text, frame.budget)
          frame.write(toText(text))
        }
      }
      case 'if':
        return this.expressions.tolerantly(() => this.#if(node))
      case 'for':
        return compileLoop(this, node)
      case 'set': {
        const value = this.expressions.compile(node.value)
        const assign = compileTarget(node.target)
        return frame => assign(frame, value(frame))
      }
      case 'setBlock': {
        const text = this.#filteredBody(node.body, node.filter)
        const assign = compileTarget(node.target)
        return frame => assign(frame, text(frame))
      }
      case 'filterBlock': {
        const text = this.#filteredBody(node.body, node.filter)
        return frame => {
          const filtered = text(frame)
          if (!isText(filtered))
            throw new Fault(`the filter of a {% filter %} block must make text, not a ${typeName(filtered)}`)
          frame.write(toText(filtered))
        }
      }
      case 'with':
        return this.#with(node)
      case 'macro': {
        const macro = compileMacro(this, node.name, node.parameters, node.body)
        return frame => frame.scope.set(node.name, macro(frame))
      }
      case 'callBlock':
        return this.#callBlock(node)
      case 'block': {
        const run = this.outsideLoops(() => this.body(node.body))
        this.#blocks.set(node.name, run)
        return frame => {
          const outer = node.scoped ? frame.scope : frame.rendering.top
          frame.write(frame.capture(run, new Scope(outer)))
        }
      }
      case 'group': {
        const run = this.outsideLoops(() => this.body(node.body))
        return frame => run(frame.inner())
      }
      case 'leave': {
        const { how } = node
        if (this.#loops === 0) throw new SyntaxFault(`{% ${how} %} stands outside of a loop`, node.line)
        return () => {
          throw loopExits[how]
        }
      }
      case 'refused':
        return frame => {
          frame.rendering.line = node.line
          throw new Fault(node.reason)
        }
    }
  }

  #self(frame: Frame): Fields {
    return new Fields('TemplateReference', name => {
      const run = this.#blocks.get(name)
      if (run === undefined) return Undefined.because(`there is no block '${name}'`)
      return new Callable('BlockReference', () => frame.capture(run, new Scope(frame.rendering.top)))
    })
  }

  #if(node: Statement & { type: 'if' }): Run {
    const branches = node.branches.map(
      ([test, body]) => [this.expressions.compile(test), this.body(body)] as const,
    )
    const otherwise = this.body(node.otherwise)
    return frame => {
      for (const [test, run] of branches) if (truth(test(frame))) return run(frame)
      otherwise(frame)
    }
  }

  #with(node: Statement & { type: 'with' }): Run {
    const targets = node.targets.map(
      ([target, value]) => [compileTarget(target), this.expressions.compile(value)] as const,
    )
    const run = this.body(node.body)
    return frame => {
      const inner = frame.inner()
      const values = targets.map(([, value]) => value(frame))
      targets.forEach(([assign], index) => {
        assign(inner, values[index])
      })
      run(inner)
    }
  }

  #callBlock(node: Statement & { type: 'callBlock' }): Run {
    const { call } = node
    if (call.type !== 'call') throw new SyntaxFault('{% call %} needs a call', node.line)
    const callee = this.expressions.compile(call.callee)
    const args = this.expressions.arguments(call.args)
    const caller = compileMacro(this, undefined, node.parameters, node.body)
    return frame => {
      const target = callee(frame)
      const { positional, named } = args(frame)
      const withCaller = new Map(named).set('caller', caller(frame))
      frame.write(toText(invoke(target, { positional, named: withCaller }, frame)))
    }
  }

  #filteredBody(body: Statement[], filter: Expression | undefined): Evaluate {
    const run = this.body(body)
    const text: Evaluate = frame => frame.capture(run)
    if (filter === undefined) return text
    const name = '{body}'
    const filtered = this.expressions.compile(withValue(filter, name))
    return frame => {
      const inner = frame.inner()
      inner.scope.set(name, text(frame))
      return filtered(inner)
    }
  }
}

/** The innermost filter of a block's filters gets the block's text, under a name that no template can spell. */
function withValue(filter: Expression, name: string): Expression {
  if (filter.type !== 'filter') return filter
  const value: Expression =
    filter.value === undefined ? { type: 'name', name, line: filter.line } : withValue(filter.value, name)
  return { ...filter, value }
}

/** A function that assigns a value to a target. */
export function compileTarget(target: Target): (frame: Frame, value: unknown) => void {
  switch (target.type) {
    case 'name':
      return (frame, value) => frame.scope.set(target.name, value)
    case 'field':
      return (frame, value) => {
        const object = frame.lookup(target.object)
        if (object instanceof Undefined) object.fail()
        if (!(object instanceof Namespace)) {
          throw new JinjaFault(
            `only attributes of a namespace can be set, '${target.object}' is a ${typeName(object)}`,
          )
        }
        object.fields.set(target.field, value)
      }
    case 'unpack': {
      const targets = target.targets.map(compileTarget)
      return (frame, value) => {
        const items = itemsOf(value, frame.budget)
        if (items.length !== targets.length) {
          throw new Fault(`${targets.length} names need as many values, there are ${items.length}`)
        }
        targets.forEach((assign, index) => {
          assign(frame, items[index])
        })
      }
    }
  }
}
