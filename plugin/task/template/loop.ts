import { PyTuple } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { equal, truth } from './compare.ts'
import type { Run, StatementCompiler } from './compile-statement.ts'
import { compileTarget } from './compile-statement.ts'
import { Fault } from './fault.ts'
import type { Frame } from './frame.ts'
import { iterate, lengthOf } from './iterate.ts'
import type { Statement } from './syntax.ts'
import { Callable, Undefined } from './values.ts'

/** How `{% break %}` and `{% continue %}` leave the body of the loop around them. */
class LoopExit extends Error {}

/** Thrown by `{% break %}` and `{% continue %}`; made once, since an error is costly to make. */
export const loopExits = { break: new LoopExit('break'), continue: new LoopExit('continue') }

type LoopNode = Statement & { type: 'for' }

/** Makes a closure of a `for` loop. */
export function compileLoop(compiler: StatementCompiler, node: LoopNode): Run {
  const items = compiler.expressions.compile(node.items)
  const condition = node.condition && compiler.expressions.compile(node.condition)
  const assign = compileTarget(node.target)
  const body = compiler.insideLoop(() => compiler.body(node.body))
  const otherwise = compiler.body(node.otherwise)

  function* selected(value: unknown, frame: Frame): Generator<unknown, void> {
    for (const item of iterate(value, frame.budget)) {
      const inner = frame.inner()
      inner.scope.set('loop', Undefined.because("the condition of a loop cannot use 'loop'"))
      assign(inner, item)
      if (condition === undefined || truth(condition(inner))) yield item
    }
  }

  function run(value: unknown, frame: Frame, depth: number): void {
    const source = condition === undefined ? iterate(value, frame.budget) : selected(value, frame)
    const length = condition === undefined ? lengthOf(value) : undefined
    const recurse = (inner: unknown) => frame.capture(nested => run(inner, nested, depth + 1))
    const loop = new Loop(source, length, depth, frame.budget, node.recursive ? recurse : undefined)
    // Jinja notes at the end of the body that there was an item, so a turn that was left does not count
    let finished = false
    while (loop.advance()) {
      const turn = frame.inner()
      turn.scope.set('loop', loop.value)
      assign(turn, loop.current)
      const exit = exitOf(body, turn)
      if (exit === loopExits.break) break
      if (exit === undefined) finished = true
    }
    if (!finished) otherwise(frame.inner())
  }

  return frame => {
    frame.rendering.line = node.line
    run(items(frame), frame, 0)
  }
}

/** Runs the body once; how it was left before its end. */
function exitOf(body: Run, turn: Frame): LoopExit | undefined {
  try {
    body(turn)
    return undefined
  } catch (error) {
    if (error instanceof LoopExit) return error
    throw error
  }
}

/** State behind the `loop` variable. */
class Loop {
  readonly value: Callable
  current: unknown
  #previous: unknown
  #index0 = -1
  #ahead: unknown[] = []
  #taken = 0
  #done = false
  #length: number | undefined
  #changedTo: PyTuple | undefined
  readonly #items: Iterator<unknown>
  readonly #depth: number
  readonly #budget: Budget

  constructor(
    items: Iterator<unknown>,
    length: number | undefined,
    depth: number,
    budget: Budget,
    recurse: ((items: unknown) => string) | undefined,
  ) {
    this.#items = items
    this.#length = length
    this.#depth = depth
    this.#budget = budget
    this.value = new Callable(
      'LoopContext',
      ({ positional }) => {
        if (recurse === undefined) throw new Fault("only a loop marked 'recursive' can be called")
        return recurse(positional[0])
      },
      name => this.#field(name),
      () => `<LoopContext ${this.#index0 + 1}/${this.#count()}>`,
    )
  }

  advance(): boolean {
    if (!this.#peek()) return false
    this.#previous = this.current
    this.current = this.#ahead[this.#taken++]
    if (this.#taken === this.#ahead.length) {
      this.#ahead = []
      this.#taken = 0
    }
    this.#index0++
    return true
  }

  #peek(): boolean {
    if (this.#ahead.length > this.#taken) return true
    this.#pull()
    return this.#ahead.length > this.#taken
  }

  #pull(): void {
    if (this.#done) return
    const { done, value } = this.#items.next()
    if (done) this.#done = true
    else this.#ahead.push(value)
  }

  #count(): number {
    if (this.#length === undefined) {
      while (!this.#done) this.#pull()
      this.#length = this.#index0 + 1 + this.#ahead.length - this.#taken
    }
    return this.#length
  }

  #field(name: string): unknown {
    switch (name) {
      case 'index':
        return this.#index0 + 1
      case 'index0':
        return this.#index0
      case 'revindex':
        return this.#count() - this.#index0
      case 'revindex0':
        return this.#count() - this.#index0 - 1
      case 'first':
        return this.#index0 === 0
      case 'last':
        return !this.#peek()
      case 'length':
        return this.#count()
      case 'depth':
        return this.#depth + 1
      case 'depth0':
        return this.#depth
      case 'previtem':
        return this.#index0 === 0 ? Undefined.because('there is no previous item') : this.#previous
      case 'nextitem':
        return this.#peek() ? this.#ahead[this.#taken] : Undefined.because('there is no next item')
      case 'cycle':
        return new Callable('method', ({ positional }) => {
          if (positional.length === 0) throw new Fault('loop.cycle needs items')
          return positional[this.#index0 % positional.length]
        })
      case 'changed':
        return new Callable('method', ({ positional }) => this.#changed(PyTuple.fromItems(positional)))
    }
    return undefined
  }

  #changed(values: PyTuple): boolean {
    if (this.#changedTo !== undefined && equal(this.#changedTo, values, this.#budget)) return false
    this.#changedTo = values
    return true
  }
}
