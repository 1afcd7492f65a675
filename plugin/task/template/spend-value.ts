import { dictGet, dictKeys, isDict, type PyDict } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { DictView, Markup, Namespace } from './values.ts'

/** Calculating with a number of many digits costs about as many steps. */
export const bigNumberSteps = 50

/** An item costs so many steps where its text is made. */
const stepsPerItem = 2

/** A text of all of a value is never longer than so many times what its parts have. */
const maxCharacters = 32_000_000

/**
 * Pays for reading all of a value, as printing does: each text by its length, each item by its own parts. Lists that hold
 * one list twice, and so on, have few parts in memory and more than could ever be written.
 */
export function spendValue(value: unknown, budget: Budget): void {
  if (typeof value === 'object' && value !== null) new Reading(budget).read(value)
  else spendSurface(value, budget)
}

/** One value being read, and how much text was seen in it. */
class Reading {
  readonly #budget: Budget
  #characters = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  read(value: unknown): void {
    if (typeof value === 'string' || value instanceof Markup)
      this.#readText(value instanceof Markup ? value.text : value)
    else spendSurface(value, this.#budget)
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value) || value instanceof Set) this.#readItems(value)
    else if (value instanceof DictView) this.#readItems(value.items)
    else if (value instanceof Namespace) this.#readItems(value.fields.values())
    else if (value instanceof Uint8Array) this.#budget.spendScan(value.length)
    else if (isDict(value)) {
      for (const key of dictKeys(value)) {
        this.read(key)
        this.read(dictGet(value, key))
      }
    }
  }

  #readText(text: string): void {
    this.#budget.spendText(text.length)
    this.#budget.spend()
    this.#characters += text.length
    if (this.#characters > maxCharacters) this.#budget.checkText(this.#characters)
  }

  #readItems(items: Iterable<unknown>): void {
    for (const item of items) {
      this.#budget.spend(stepsPerItem - 1)
      this.read(item)
    }
  }
}

/** Pays for looking at a value from outside, as its length or type: a text counts, the parts of a list do not. */
export function spendSurface(value: unknown, budget: Budget): void {
  if (typeof value === 'string') budget.spendText(value.length)
  else if (value instanceof Markup) budget.spendText(value.text.length)
  else budget.spend(typeof value === 'bigint' ? bigNumberSteps + value.toString(16).length / 8 : 1)
}

/** Pays for looking a key up: one that is no text is compared with all others unless it is found at once. */
export function spendKeys(dict: PyDict, key: unknown, budget: Budget): void {
  if (!(dict instanceof Map) || typeof key === 'string' || dict.has(key)) return
  const before = budget.steps
  spendValue(key, budget)
  budget.spend((dict.size * (budget.steps - before)) / 16)
}
