import type { TemplateEnvironment } from './environment.ts'
import { Fault } from './fault.ts'

const maxSteps = 2_000_000
/** Far beyond what a template needs; steps that are slower than most must not add up to minutes. */
const maxMilliseconds = 800
const stepsBetweenLooks = 200
const maxTextLength = 8_000_000
const maxDepth = 150
/** Copying or comparing this many characters costs about as much as a step. */
const charactersPerStep = 64
/** So many characters cost a step where each is looked at on its own, or written anew. */
const charactersPerScanStep = 4

const monotonic = (): number => performance.now()

/** What one rendering may use up, so that no template runs for ever or fills the memory, and the rules it runs under. */
export class Budget {
  #steps = 0
  #output = 0
  #lookAt = stepsBetweenLooks
  #depth = 0
  readonly #now: () => number
  readonly #started: number
  readonly environment: TemplateEnvironment

  /** @param now a clock, in milliseconds */
  constructor(environment: TemplateEnvironment, now = monotonic) {
    this.environment = environment
    this.#now = now
    this.#started = now()
  }

  /** How many steps were counted so far. */
  get steps(): number {
    return this.#steps
  }

  /** The time that is left, in milliseconds; at least 1. */
  get milliseconds(): number {
    return Math.max(1, this.#started + maxMilliseconds - this.#now())
  }

  /** Counts loop turns, calls, list items. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw new Fault(`it takes more than ${maxSteps} steps`)
    if (this.#steps > this.#lookAt) this.#look()
  }

  #look(): void {
    this.#lookAt = this.#steps + stepsBetweenLooks
    if (this.#now() - this.#started > maxMilliseconds) throw new Fault('it takes too long')
  }

  /** Counts a text of so many characters that is about to be copied, compared or made. */
  spendText(length: number): void {
    if (length > maxTextLength) this.checkText(length)
    this.spend(length / charactersPerStep)
  }

  /** Counts so many characters that are about to be looked at one by one, by a pattern or a loop, or written anew. */
  spendScan(length: number): void {
    this.spend(length / charactersPerScanStep)
  }

  /** Refuses a text of so many characters, if that is too many, and counts nothing. */
  checkText(length: number): void {
    if (length > maxTextLength) throw new Fault(`it makes a text of more than ${maxTextLength} characters`)
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
