import { attribute, attributeOnly } from '../access.ts'
import { applyFilter, applyTest } from '../apply.ts'
import { bind, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { JinjaFault } from '../fault.ts'
import { iterate } from '../iterate.ts'
import { missing } from '../missing.ts'
import { tests } from '../tests.ts'
import { type CallArguments, isText, PyIterator, toText, typeName, Undefined } from '../values.ts'
import { attributePath } from './attribute-path.ts'
import type { Filter } from './filter.ts'

/** Filters that choose items, apply other filters to them, or stand in for missing values. */
export const selectionFilters: [string, Filter][] = [
  ['default', fallBack],
  ['d', fallBack],
  [
    'attr',
    (value, args, budget) => {
      const name = textArgument('attr', bind('attr', args, ['name'], 1)[0])
      if (value instanceof Undefined) value.fail()
      if (attributeOnly(value, name, budget) !== undefined) return attribute(value, name, budget)
      return missing(`the ${typeName(value)} has no attribute '${name}'`, budget)
    },
  ],
  [
    'map',
    (value, args, budget) =>
      lazily(
        value,
        budget,
        () => mapping(args, budget),
        (item, map) => [map(item)],
      ),
  ],
  ...(['select', 'reject', 'selectattr', 'rejectattr'] as const).map((name): [string, Filter] => [
    name,
    (value, args, budget) =>
      lazily(
        value,
        budget,
        () => condition(name, args, budget),
        (item, keeps) => (keeps(item) ? [item] : []),
      ),
  ]),
]

function fallBack(value: unknown, args: CallArguments): unknown {
  const [fallback, falsy] = bind('default', args, ['default_value', 'boolean'])
  const replace = value instanceof Undefined || (truth(falsy ?? false) && !truth(value))
  if (!replace) return value
  return fallback === undefined ? '' : fallback
}

/** A generator as Jinja's: nothing happens, and nothing fails, before its first item is asked for. */
function lazily<T>(
  value: unknown,
  budget: Budget,
  prepare: () => T,
  results: (item: unknown, prepared: T) => unknown[],
): PyIterator {
  function* run(): Generator<unknown, void> {
    if (!truth(value)) return
    const prepared = prepare()
    for (const item of iterate(value, budget)) yield* results(item, prepared)
  }
  return new PyIterator(run())
}

function mapping({ positional, named }: CallArguments, budget: Budget): (item: unknown) => unknown {
  if (positional.length === 0 && named.has('attribute')) {
    const [path, fallback] = bind('map', { positional, named }, ['attribute', 'default'])
    return attributePath(path, budget, fallback)
  }
  const [name, ...rest] = positional
  if (name === undefined) throw new JinjaFault('map needs the name of a filter')
  const wanted = isText(name) ? toText(name) : ''
  const filter = budget.environment.filters.get(wanted)
  if (filter === undefined)
    throw new JinjaFault(`there is no filter '${isText(name) ? toText(name) : typeName(name)}'`)
  return item => applyFilter(wanted, filter, item, { positional: rest, named }, budget)
}

function condition(
  filter: 'select' | 'reject' | 'selectattr' | 'rejectattr',
  { positional, named }: CallArguments,
  budget: Budget,
): (item: unknown) => boolean {
  const byAttribute = filter.endsWith('attr')
  const [path] = positional
  if (byAttribute && path === undefined) throw new JinjaFault(`${filter} needs the name of an attribute`)
  const get = byAttribute ? attributePath(path, budget) : (item: unknown) => item
  const [name, ...rest] = byAttribute ? positional.slice(1) : positional
  const wanted = filter.startsWith('select')
  if (name === undefined) return item => truth(get(item)) === wanted
  const test = tests.get(isText(name) ? toText(name) : '')
  if (test === undefined)
    throw new JinjaFault(`there is no test '${isText(name) ? toText(name) : typeName(name)}'`)
  return item => applyTest(test, get(item), { positional: rest, named }, budget) === wanted
}
