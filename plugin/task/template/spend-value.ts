import { dictGet, dictKeys, isDict } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { DictView, Markup, Namespace } from './values.ts'

/** Calculating with a number of many digits costs about as many steps. */
export const bigNumberSteps = 50

/**
 * Pays for reading all of a value, as printing and comparing do: each text by its length, each item by its own parts. Lists
 * that hold one list twice, and so on, have few parts in memory and more than could ever be written.
 */
export function spendValue(value: unknown, budget: Budget): void {
  spendSurface(value, budget)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) || value instanceof Set) for (const item of value) spendValue(item, budget)
  else if (value instanceof DictView) for (const item of value.items) spendValue(item, budget)
  else if (value instanceof Namespace) for (const field of value.fields.values()) spendValue(field, budget)
  else if (isDict(value)) {
    for (const key of dictKeys(value)) {
      spendValue(key, budget)
      spendValue(dictGet(value, key), budget)
    }
  }
}

/** Pays for looking at a value from outside, as its length or type: a text counts, the parts of a list do not. */
export function spendSurface(value: unknown, budget: Budget): void {
  if (typeof value === 'string') budget.spendText(value.length)
  else if (value instanceof Markup) budget.spendText(value.text.length)
  else budget.spend(typeof value === 'bigint' ? bigNumberSteps : 1)
}
