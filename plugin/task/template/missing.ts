import type { Budget } from './budget.ts'
import { Undefined } from './values.ts'

/** An undefined value of the kind that the environment has: strict, or lenient. */
export function missing(reason: string, budget: Budget): Undefined {
  const value = Undefined.because(reason)
  return budget.environment.lenient ? value.lenient() : value
}
