import { shownValue } from '../shown-value.ts'
import type { FilterOptions } from './types.ts'

/** @throws TypeError that names the first option which is none of the known */
export function checkOptions(options: FilterOptions, known: readonly string[]): void {
  const unknown = Object.keys(options).find(key => !known.includes(key))
  if (unknown === undefined) return
  const there = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`
  throw new TypeError(`there is no option ${JSON.stringify(unknown)}; ${there}`)
}

/** @throws TypeError for an option that is given but no text */
export function textOption(options: FilterOptions, name: string, otherwise: string): string {
  const value = options[name] ?? otherwise
  if (typeof value === 'string') return value
  throw new TypeError(`${name} is ${shownValue(value)}; it must be a text`)
}

/** @throws TypeError for an option that is given but no whole number */
export function integerOption(options: FilterOptions, name: string, otherwise: number): number {
  const value = options[name] ?? otherwise
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw new TypeError(`${name} is ${shownValue(value)}; it must be a whole number`)
}
