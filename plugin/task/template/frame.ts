import type { Doc } from '../types.ts'
import type { Budget } from './budget.ts'
import type { TemplateEnvironment } from './environment.ts'
import { globalFunctions } from './globals.ts'
import { Scope } from './scope.ts'
import { Undefined } from './values.ts'

/** What one rendering shares between all its blocks. */
export interface Rendering {
  doc: Doc
  budget: Budget
  environment: TemplateEnvironment
  /** The names set outside of all blocks. */
  top: Scope
  /** Line of the template that is being rendered, for messages. */
  line: number
}

/** Where an expression is evaluated: the names it sees and the text that statements write to. */
export class Frame {
  readonly rendering: Rendering
  readonly scope: Scope
  readonly #parts: string[]

  constructor(rendering: Rendering, scope: Scope, parts: string[]) {
    this.rendering = rendering
    this.scope = scope
    this.#parts = parts
  }

  get budget(): Budget {
    return this.rendering.budget
  }

  /** A frame for a block of its own, which writes to the same text. */
  inner(): Frame {
    return new Frame(this.rendering, new Scope(this.scope), this.#parts)
  }

  /** Runs a block with a text of its own, and gives that text. */
  capture(run: (frame: Frame) => void, scope: Scope = new Scope(this.scope)): string {
    const parts: string[] = []
    run(new Frame(this.rendering, scope, parts))
    return parts.join('')
  }

  write(text: string): void {
    this.budget.spendText(text.length)
    this.budget.spendOutput(text.length)
    this.#parts.push(text)
  }

  /** The value of a name: set in the template, a column of the document, a global function, or undefined. */
  lookup(name: string): unknown {
    const value = this.scope.get(name)
    if (value !== undefined) return value
    const { doc } = this.rendering
    if (Object.hasOwn(doc, name)) {
      const column = Object.getOwnPropertyDescriptor(doc, name)?.value
      if (column !== undefined) return column
    }
    const { functions, lenient } = this.rendering.environment
    const known = functions.get(name) ?? globalFunctions.get(name)
    return known ?? (lenient ? Undefined.because(`'${name}' is undefined`) : Undefined.column(name))
  }
}
