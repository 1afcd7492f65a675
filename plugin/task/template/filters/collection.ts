import { dictSize, isDict, slice } from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import { binary } from '../arithmetic.ts'
import type { Budget } from '../budget.ts'
import { equal, hashable, ordered, sorted, truth } from '../compare.ts'
import { Fault, JinjaFault } from '../fault.ts'
import { itemsOf, iterate, lengthOf } from '../iterate.ts'
import { dictItems } from '../methods/dict.ts'
import { joined } from '../methods/join-text.ts'
import { missing } from '../missing.ts'
import { spendValue } from '../spend-value.ts'
import {
  type CallArguments,
  GroupTuple,
  isText,
  PyIterator,
  toText,
  typeName,
  Undefined,
  Unrepeatable,
} from '../values.ts'
import { attributePath, ignoringCase } from './attribute-path.ts'
import type { Filter } from './filter.ts'

/** Filters over lists, dicts and other things with items. */
export const collectionFilters: [string, Filter][] = [
  ['length', length],
  ['count', length],
  [
    'list',
    (value, args, budget) => {
      bind('list', args, [])
      return itemsOf(value, budget)
    },
  ],
  [
    'first',
    (value, args, budget) => {
      bind('first', args, [])
      const [first = missing('there is no first item', budget)] = iterate(value, budget)
      return first
    },
  ],
  [
    'last',
    (value, args, budget) => {
      bind('last', args, [])
      const items = value instanceof PyIterator ? notReversible(value) : itemsOf(value, budget)
      return items.length > 0 ? items.at(-1) : missing('there is no last item', budget)
    },
  ],
  [
    'join',
    (value, args, budget) => {
      const [separator, path] = bind('join', args, ['d', 'attribute'])
      const get = attributePath(path, budget)
      const texts = itemsOf(value, budget).map(entry => {
        const part = get(entry)
        spendValue(part, budget)
        return toText(part)
      })
      return joined(separator === undefined ? '' : toText(separator), texts, budget)
    },
  ],
  [
    'reverse',
    (value, args, budget) => {
      bind('reverse', args, [])
      if (isText(value)) {
        budget.spendScan(toText(value).length)
        return slice(toText(value), null, null, -1)
      }
      const items = itemsOf(value, budget).reverse()
      return value instanceof PyIterator || value instanceof Set ? items : new PyIterator(items.values())
    },
  ],
  [
    'sort',
    (value, args, budget) => {
      const [reverse, caseSensitive, attribute] = bind('sort', args, [
        'reverse',
        'case_sensitive',
        'attribute',
      ])
      const paths = isText(attribute) ? toText(attribute).split(',') : [attribute]
      const keys = paths.map(path => keyed(path, caseSensitive, budget))
      const items = itemsOf(value, budget)
      return sorted(items, entry => keys.map(key => key(entry)), budget, truth(reverse ?? false))
    },
  ],
  [
    'dictsort',
    (value, args, budget) => {
      const [caseSensitive, by, reverse] = bind('dictsort', args, ['case_sensitive', 'by', 'reverse'])
      if (value instanceof Undefined) value.fail()
      if (!isDict(value)) throw new Fault(`dictsort needs a dict, not a ${typeName(value)}`)
      const side = by === undefined ? 'key' : textArgument('dictsort', by)
      if (side !== 'key' && side !== 'value') throw new JinjaFault('dictsort sorts by key or by value')
      const key = keyed(side === 'key' ? 0 : 1, caseSensitive, budget)
      return sorted(dictItems(value, budget), key, budget, truth(reverse ?? false))
    },
  ],
  [
    'unique',
    (value, args, budget) => {
      const [caseSensitive, attribute] = bind('unique', args, ['case_sensitive', 'attribute'])
      return new PyIterator(distinct(value, keyed(attribute, caseSensitive, budget), budget))
    },
  ],
  ['min', extreme('min', '<')],
  ['max', extreme('max', '>')],
  [
    'sum',
    (value, args, budget) => {
      const [attribute, start] = bind('sum', args, ['attribute', 'start'])
      const get = attributePath(attribute, budget)
      let total: unknown = start === undefined ? 0 : start
      if (isText(total)) throw new Fault('sum cannot add text, use join')
      for (const entry of iterate(value, budget)) total = binary('+', total, get(entry), budget)
      return total
    },
  ],
  [
    'items',
    (value, args, budget) => {
      bind('items', args, [])
      if (value instanceof Undefined) return new PyIterator([].values())
      if (!isDict(value)) throw new Fault(`items needs a dict, not a ${typeName(value)}`)
      return new PyIterator(dictItems(value, budget).values())
    },
  ],
  [
    'batch',
    (value, args, budget) => {
      const [size, fill] = bind('batch', args, ['linecount', 'fill_with'], 1)
      return new PyIterator(batches(value, intArgument('batch', size, 1), fill, budget))
    },
  ],
  [
    'slice',
    (value, args, budget) => {
      const [count, fill] = bind('slice', args, ['slices', 'fill_with'], 1)
      return new PyIterator(slices(value, intArgument('slice', count, 1), fill, budget))
    },
  ],
  ['groupby', groupBy],
  [
    'random',
    (value, args, budget) => {
      bind('random', args, [])
      const items = [...iterate(value, budget)]
      if (items.length === 0) return missing('there is no item to choose', budget)
      return items.length === 1 ? items[0] : new Unrepeatable()
    },
  ],
]

function length(value: unknown, args: CallArguments, budget: Budget): unknown {
  bind('length', args, [])
  if (isDict(value)) budget.spend(dictSize(value))
  const found = lengthOf(value)
  if (found === undefined) throw new Fault(`${typeName(value)} has no length`)
  return found
}

function notReversible(value: unknown): never {
  throw new Fault(`a ${typeName(value)} has no last item; make a list of it first`)
}

function keyed(path: unknown, caseSensitive: unknown, budget: Budget): (entry: unknown) => unknown {
  const get = attributePath(path, budget)
  return truth(caseSensitive ?? false) ? get : entry => ignoringCase(get(entry), budget)
}

function* distinct(
  value: unknown,
  key: (entry: unknown) => unknown,
  budget: Budget,
): Generator<unknown, void> {
  const texts = new Set<string>()
  const others: unknown[] = []
  for (const entry of iterate(value, budget)) {
    const own = hashable(key(entry), budget)
    if (typeof own === 'string') {
      if (texts.has(own)) continue
      texts.add(own)
    } else {
      if (others.some(known => equal(known, own, budget))) continue
      others.push(own)
    }
    yield entry
  }
}

function extreme(name: string, operator: '<' | '>'): Filter {
  return (value, args, budget) => {
    const [caseSensitive, attribute] = bind(name, args, ['case_sensitive', 'attribute'])
    const key = keyed(attribute, caseSensitive, budget)
    const items = itemsOf(value, budget)
    if (items.length === 0) return missing(`${name} of nothing`, budget)
    let best = items[0]
    let bestKey = key(best)
    for (const entry of items.slice(1)) {
      const own = key(entry)
      if (ordered(operator, own, bestKey, budget)) [best, bestKey] = [entry, own]
    }
    return best
  }
}

function* batches(value: unknown, size: number, fill: unknown, budget: Budget): Generator<unknown, void> {
  let batch: unknown[] = []
  for (const entry of iterate(value, budget)) {
    if (batch.length === size) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length === 0) return
  budget.spend(Math.max(0, size - batch.length))
  while (fill != null && batch.length < size) batch.push(fill)
  yield batch
}

function* slices(value: unknown, count: number, fill: unknown, budget: Budget): Generator<unknown, void> {
  const items = itemsOf(value, budget)
  if (count === 0) throw new Fault('slice needs a number of slices other than 0')
  const size = Math.floor(items.length / count)
  const longer = items.length - size * count
  let start = 0
  for (let index = 0; index < count; index++) {
    budget.spend()
    const end = start + size + (index < longer ? 1 : 0)
    const part = items.slice(start, end)
    if (fill != null && index >= longer) part.push(fill)
    yield part
    start = end
  }
}

function groupBy(value: unknown, args: CallArguments, budget: Budget): unknown {
  const [attribute, fallback, caseSensitive] = bind(
    'groupby',
    args,
    ['attribute', 'default', 'case_sensitive'],
    1,
  )
  const get = attributePath(attribute, budget, fallback)
  const key = truth(caseSensitive ?? false) ? get : (entry: unknown) => ignoringCase(get(entry), budget)
  const items = itemsOf(value, budget)
  const groups: { key: unknown; items: unknown[] }[] = []
  for (const entry of sorted(items, key, budget)) {
    const last = groups.at(-1)
    if (last !== undefined && equal(key(entry), last.key, budget)) last.items.push(entry)
    else groups.push({ key: key(entry), items: [entry] })
  }
  return groups.map(group => new GroupTuple(get(group.items[0]), group.items))
}
