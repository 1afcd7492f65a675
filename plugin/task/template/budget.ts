import type { TemplateEnvironment } from './environment.ts'
import { Fault } from './fault.ts'

const maxSteps = 2_000_000
/** Far beyond what a template needs; steps that are slower than most must not add up to minutes. */
const maxMilliseconds = 800
const stepsBetweenLooks = 5_000
const maxTextLength = 8_000_000
const maxDepth = 150
/** Handling this many characters costs about as much as a step. */
const charactersPerStep = 64

/** What one rendering may use up, so that no template runs for ever or fills the memory, and the rules it runs under. */
export class Budget {
  #steps = 0
  #output = 0
  #lookAt = stepsBetweenLooks
  readonly #started = performance.now()
  #depth = 0
  readonly environment: TemplateEnvironment

  constructor(environment: TemplateEnvironment) {
    this.environment = environment
  }

  /** Counts loop turns, calls, list items. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw new Fault(`it takes more than ${maxSteps} steps`)
    if (this.#steps > this.#lookAt) this.#look()
  }

  #look(): void {
    this.#lookAt = this.#steps + stepsBetweenLooks
    if (performance.now() - this.#started > maxMilliseconds) throw new Fault('it takes too long')
  }

  /** Counts a text of so many characters that is about to be made. */
  spendText(length: number): void {
    if (length > maxTextLength) throw new Fault(`it makes a text of more than ${maxTextLength} characters`)
    this.spend(length / charactersPerStep)
  }

  /** Counts text that is written, whether it ends up in the result or not. */
  spendOutput(length: number): void {
    this.#output += length
    if (this.#output > maxTextLength) throw new Fault(`it writes more than ${maxTextLength} characters`)
  }

  /** Runs something that may call itself. */
  nested<T>(run: () => T): T {
    if (++this.#depth > maxDepth) throw new Fault(`its calls are nested more than ${maxDepth} deep`)
    try {
      return run()
    } finally {
      this.#depth--
    }
  }
}
