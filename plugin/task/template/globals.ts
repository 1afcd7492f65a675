import { dictGet, dictKeys, dictSize, isDict } from '../../python/index.ts'
import { bind, intArgument } from './arguments.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { iterate } from './iterate.ts'
import { makeDict } from './make-dict.ts'
import { type CallArguments, Callable, Fields, Namespace, PyRange, toText, Undefined } from './values.ts'

/** What Jinja offers to every template. A column of the same name hides it. */
export const globalFunctions: ReadonlyMap<string, Callable> = new Map(
  (
    [
      ['range', range],
      ['dict', ({ positional, named }, budget) => makeDict([...pairs(positional, budget), ...named], budget)],
      ['namespace', namespace],
      ['cycler', cycler],
      ['joiner', joiner],
      ['lipsum', () => refuse('lipsum makes random text, which no prompt can be built on')],
    ] as [string, (args: CallArguments, budget: Budget) => unknown][]
  ).map(([name, call]) => [name, new Callable(name, call)]),
)

function refuse(reason: string): never {
  throw new Fault(reason)
}

/** Jinja's `range`. @throws Fault for arguments that are no ints. */
export function range({ positional, named }: CallArguments): PyRange {
  if (named.size > 0 || positional.length < 1 || positional.length > 3)
    throw new Fault('range takes 1 to 3 arguments')
  const [first = 0, second, step = 1] = positional.map(value => intArgument('range', value, 0))
  if (step === 0) throw new Fault('the step of a range cannot be zero')
  return second === undefined ? new PyRange(0, first, 1) : new PyRange(first, second, step)
}

function pairs(positional: readonly unknown[], budget: Budget): [unknown, unknown][] {
  if (positional.length > 1) throw new Fault('dict takes at most one argument')
  const [source] = positional
  if (source instanceof Undefined) source.fail()
  if (source === undefined) return []
  if (isDict(source)) budget.spend(dictSize(source))
  if (isDict(source)) return dictKeys(source).map(key => [key, dictGet(source, key)])
  return Array.from(iterate(source, budget), pair => {
    const [key, value, ...more] = iterate(pair, budget)
    if (value === undefined || more.length > 0) throw new Fault('dict needs pairs of key and value')
    return [key, value]
  })
}

function namespace({ positional, named }: CallArguments, budget: Budget): Namespace {
  const space = new Namespace()
  for (const [key, value] of [...pairs(positional, budget), ...named]) space.fields.set(toText(key), value)
  return space
}

function cycler({ positional: items }: CallArguments): Fields {
  if (items.length === 0) throw new Fault('cycler needs items')
  let at = 0
  return new Fields('Cycler', name => {
    if (name === 'current') return items[at]
    if (name === 'next') {
      return new Callable('method', () => {
        const item = items[at]
        at = (at + 1) % items.length
        return item
      })
    }
    if (name !== 'reset') return undefined
    return new Callable('method', () => {
      at = 0
      return null
    })
  })
}

function joiner({ positional, named }: CallArguments): Callable {
  const [given] = bind('joiner', { positional, named }, ['sep'])
  const separator = given === undefined ? ', ' : given
  let used = false
  return new Callable('Joiner', () => {
    if (used) return separator
    used = true
    return ''
  })
}
