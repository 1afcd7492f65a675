import type { Budget } from '../budget.ts'
import type { CallArguments } from '../values.ts'

/** What stands behind `|`: the value, the arguments in parentheses, the result. */
export type Filter = (value: unknown, args: CallArguments, budget: Budget) => unknown
