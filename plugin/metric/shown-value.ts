import { pyRepr } from '../python/index.ts'

/** A value of a user's function for a message: as Python writes it, or its type where Python has nothing like it. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  try {
    return pyRepr(value)
  } catch {
    return `a value of type ${typeof value}`
  }
}
