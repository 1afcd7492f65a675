import type { Budget } from './budget.ts'
import type { Filter } from './filters/filter.ts'
import { spendSurface, spendValue } from './spend-value.ts'
import type { Test } from './tests.ts'
import type { CallArguments } from './values.ts'

/** Filters that leave the parts of a value alone, or take them one by one and pay for each. */
const shallow: ReadonlySet<string> = new Set([
  'attr',
  'batch',
  'count',
  'd',
  'default',
  'first',
  'items',
  'last',
  'length',
  'list',
  'map',
  'reject',
  'rejectattr',
  'reverse',
  'select',
  'selectattr',
  'slice',
])

/** What a filter makes of a value, paid for. */
export function applyFilter(
  name: string,
  filter: Filter,
  value: unknown,
  args: CallArguments,
  budget: Budget,
): unknown {
  spend(!shallow.has(name), value, args, budget)
  return filter(value, args, budget)
}

/** Whether a test holds for a value; what it compares, it pays for itself. */
export function applyTest(test: Test, value: unknown, args: CallArguments, budget: Budget): boolean {
  spend(false, value, args, budget)
  return test(value, args, budget)
}

function spend(deep: boolean, value: unknown, args: CallArguments, budget: Budget): void {
  const pay = deep ? spendValue : spendSurface
  pay(value, budget)
  spendArguments(args, budget, pay)
}

/** Pays for reading all arguments of a call. */
export function spendArguments(
  { positional, named }: CallArguments,
  budget: Budget,
  pay: (value: unknown, budget: Budget) => void = spendValue,
): void {
  for (const value of positional) pay(value, budget)
  for (const value of named.values()) pay(value, budget)
}
