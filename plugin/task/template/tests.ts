import { isDict, isFloat, isInt, isNumber } from '../../python/index.ts'
import { bind } from './arguments.ts'
import { binary } from './arithmetic.ts'
import type { Budget } from './budget.ts'
import { contains, equal, hashable, ordered } from './compare.ts'
import { Fault } from './fault.ts'
import { iterable } from './iterate.ts'
import { caseOf } from './methods/text-case.ts'
import { spendValue } from './spend-value.ts'
import {
  type CallArguments,
  Callable,
  isText,
  Markup,
  MissingElse,
  PyIterator,
  PyRange,
  toText,
  Undefined,
  Unrepeatable,
} from './values.ts'

/** What stands behind `is`. */
export type Test = (value: unknown, args: CallArguments, budget: Budget) => boolean

/** Jinja's own tests. */
export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', lone('defined', isDefined)],
  ['undefined', lone('undefined', value => !isDefined(value))],
  ['none', lone('none', value => value === null)],
  ['boolean', lone('boolean', value => typeof value === 'boolean')],
  ['true', lone('true', value => value === true)],
  ['false', lone('false', value => value === false)],
  ['integer', lone('integer', isInt)],
  ['float', lone('float', isFloat)],
  ['number', lone('number', value => isNumber(value) || typeof value === 'boolean')],
  ['string', lone('string', isText)],
  ['mapping', lone('mapping', isDict)],
  ['sequence', lone('sequence', isSequence)],
  ['iterable', lone('iterable', isIterable)],
  ['callable', lone('callable', value => value instanceof Callable || value instanceof Undefined)],
  ['escaped', lone('escaped', value => value instanceof Markup)],
  ['lower', lone('lower', (value, budget) => caseOf(paidText(value, budget)) === 'lower')],
  ['upper', lone('upper', (value, budget) => caseOf(paidText(value, budget)) === 'upper')],
  ['odd', lone('odd', (value, budget) => equal(binary('%', value, 2, budget), 1, budget))],
  ['even', lone('even', (value, budget) => equal(binary('%', value, 2, budget), 0, budget))],
  [
    'divisibleby',
    (value, args, budget) => {
      const [divisor] = bind('divisibleby', args, ['num'], 1)
      return equal(binary('%', value, divisor, budget), 0, budget)
    },
  ],
  ['sameas', (value, args) => Object.is(value, bind('sameas', args, ['other'], 1)[0])],
  ['in', (value, args, budget) => contains(bind('in', args, ['seq'], 1)[0], value, budget)],
  ['filter', lone('filter', (value, budget) => budget.environment.filters.has(key(value, budget)))],
  ['test', lone('test', (value, budget) => tests.has(key(value, budget)))],
  ...comparing(['==', 'eq', 'equalto'], equal),
  ...comparing(['!=', 'ne'], (a, b, budget) => !equal(a, b, budget)),
  ...comparing(['<', 'lt', 'lessthan'], (a, b, budget) => ordered('<', a, b, budget)),
  ...comparing(['<=', 'le'], (a, b, budget) => ordered('<=', a, b, budget)),
  ...comparing(['>', 'gt', 'greaterthan'], (a, b, budget) => ordered('>', a, b, budget)),
  ...comparing(['>=', 'ge'], (a, b, budget) => ordered('>=', a, b, budget)),
])

function lone(name: string, holds: (value: unknown, budget: Budget) => boolean): Test {
  return (value, args, budget) => {
    bind(name, args, [])
    return holds(value, budget)
  }
}

function comparing(
  names: string[],
  holds: (a: unknown, b: unknown, budget: Budget) => boolean,
): [string, Test][] {
  return names.map(name => [
    name,
    (value, args, budget) => holds(value, bind(name, args, ['other'], 1)[0], budget),
  ])
}

/** The value's text, paid for as one that is looked through character by character. */
function paidText(value: unknown, budget: Budget): string {
  spendValue(value, budget)
  const text = toText(value)
  budget.spendScan(text.length)
  return text
}

function isSequence(value: unknown): boolean {
  if (value instanceof MissingElse) return true
  if (value instanceof Undefined || value instanceof Set) return false
  return value instanceof PyRange || isText(value) || Array.isArray(value) || isDict(value)
}

function isIterable(value: unknown): boolean {
  if (value instanceof PyIterator || isText(value) || isDict(value)) return true
  if (value instanceof Undefined && !(value instanceof MissingElse)) value.fail()
  try {
    iterable(value)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

function key(value: unknown, budget: Budget): string {
  const name = hashable(value, budget)
  return typeof name === 'string' ? name : ''
}

function isDefined(value: unknown): boolean {
  return !(value instanceof Undefined) || value instanceof Unrepeatable
}
