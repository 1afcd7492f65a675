import { isDict, isFloat, isInt, PyDateTime, pyFloat } from '../../../python/index.ts'
import { bind } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { type CallArguments, Callable, GroupTuple, isText, Markup, PyRange, toText } from '../values.ts'
import { dictMethods } from './dict.ts'
import { listMethods, sequenceMethods } from './list.ts'
import { asMarkup, escapedFill, markupMethods } from './markup-text.ts'
import { textMethods } from './text.ts'

/** A method of a Python type: only what stands in these tables can be reached. */
export type Method<T> = (self: T, args: CallArguments, budget: Budget) => unknown

/** Methods that Python has and templates have no use for; they are refused, not taken for missing. */
const refused: ReadonlySet<string> = new Set(['maketrans', 'fromkeys'])

/** Methods that change their list, dict or set. */
const changing: ReadonlySet<string> = new Set([
  'append',
  'clear',
  'extend',
  'insert',
  'pop',
  'popitem',
  'remove',
  'reverse',
  'setdefault',
  'sort',
  'update',
])

/** The attribute of a text, list, dict or number, or undefined where its type has none of that name. */
export function boundMethod(object: unknown, name: string, budget: Budget): unknown {
  if (budget.environment.immutable && changing.has(name) && (Array.isArray(object) || isDict(object)))
    return undefined
  if (isText(object)) {
    const text = toText(object)
    const method = textMethods.get(name)
    if (method !== undefined) {
      return new Callable('method', args => {
        budget.spendText(text.length)
        if (!(object instanceof Markup)) return method(text, args, budget)
        const own = markupMethods.get(name) ?? method
        return asMarkup(own(text, escapedFill(name, args, budget), budget))
      })
    }
    return refused.has(name) ? refuse(name) : undefined
  }
  if (object instanceof GroupTuple && (name === 'grouper' || name === 'list'))
    return object[name === 'list' ? 1 : 0]
  if (Array.isArray(object)) {
    const table = object.constructor === Array ? listMethods : sequenceMethods
    return bound(object, table.get(name), budget)
  }
  if (isDict(object)) return refused.has(name) ? refuse(name) : bound(object, dictMethods.get(name), budget)
  if (object instanceof PyRange)
    return name === 'start' || name === 'stop' || name === 'step' ? object[name] : undefined
  if (object instanceof PyDateTime) return datetimeAttribute(object, name)
  if (typeof object === 'boolean') return numberAttribute(Number(object), name)
  if (isInt(object) || isFloat(object)) return numberAttribute(object, name)
  return undefined
}

function bound<T>(self: T, method: Method<T> | undefined, budget: Budget): Callable | undefined {
  return method && new Callable('method', args => method(self, args, budget))
}

function refuse(name: string): never {
  throw new Fault(`the method '${name}' is not available in templates`)
}

function datetimeAttribute(date: PyDateTime, name: string): unknown {
  const parts: Record<string, number> = { ...date.parts, microsecond: 0 }
  if (Object.hasOwn(parts, name)) return parts[name]
  switch (name) {
    case 'strftime':
      return new Callable('method', args => date.strftime(toText(bind('strftime', args, ['format'], 1)[0])))
    case 'isoformat':
      return new Callable('method', args =>
        date.isoFormat(toText(bind('isoformat', args, ['sep'])[0] ?? 'T')),
      )
    case 'weekday':
      return new Callable('method', () => date.weekday())
    case 'isoweekday':
      return new Callable('method', () => date.weekday() + 1)
  }
  return undefined
}

function numberAttribute(number: unknown, name: string): unknown {
  switch (name) {
    case 'real':
      return number
    case 'is_integer':
      if (isInt(number)) return undefined
      return new Callable('method', () => Number.isInteger(Number(number)))
    case 'numerator':
      return isInt(number) ? number : undefined
    case 'denominator':
      return isInt(number) ? 1 : undefined
    case 'imag':
      return isInt(number) ? 0 : pyFloat(0)
    case 'conjugate':
      return new Callable('method', () => number)
    case 'bit_length':
      if (!isInt(number)) return undefined
      return new Callable('method', () => {
        const int = BigInt(number)
        return int === 0n ? 0 : (int < 0n ? -int : int).toString(2).length
      })
  }
  return undefined
}
