import {
  dictFromEntries,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  type PyDict,
  PyTuple,
  pyEquals,
  rememberKeyOrder,
  setOwn,
} from '../../../python/index.ts'
import { bind } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { hashable } from '../compare.ts'
import { Fault } from '../fault.ts'
import { iterate } from '../iterate.ts'
import { spendKeys } from '../spend-value.ts'
import { DictView, isText, toRepr } from '../values.ts'
import type { Method } from './index.ts'

type DictMethod = Method<PyDict>

/** The items of a dict as Python's pairs, paid for. */
export function dictItems(dict: PyDict, budget: Budget): PyTuple[] {
  return keysOf(dict, budget, 4).map(key => PyTuple.fromItems([key, dictGet(dict, key)]))
}

function keysOf(dict: PyDict, budget: Budget, steps = 1): unknown[] {
  const keys = dictKeys(dict)
  budget.spend(keys.length * steps)
  return keys
}

/** A key as the dict would hold it, the search for it paid for. */
function keyIn(dict: PyDict, key: unknown, budget: Budget): unknown {
  const own = hashable(key, budget)
  spendKeys(dict, own, budget)
  return own
}

/** Python's dict methods. Those that change the dict change it in place, as in Python. */
export const dictMethods: ReadonlyMap<string, DictMethod> = new Map<string, DictMethod>([
  [
    'get',
    (self, args, budget) => {
      const [wanted, fallback] = bind('get', args, ['key', 'default'], 1)
      const key = keyIn(self, wanted, budget)
      return dictHas(self, key) ? dictGet(self, key) : (fallback ?? null)
    },
  ],
  ['keys', view('keys', keysOf)],
  ['values', view('values', (self, budget) => keysOf(self, budget).map(key => dictGet(self, key)))],
  ['items', view('items', dictItems)],
  [
    'copy',
    (self, args, budget) => {
      bind('copy', args, [])
      return dictFromEntries(keysOf(self, budget, 4).map(key => [key, dictGet(self, key)]))
    },
  ],
  [
    'pop',
    (self, args, budget) => {
      const [wanted, fallback] = bind('pop', args, ['key', 'default'], 1)
      const key = keyIn(self, wanted, budget)
      if (!dictHas(self, key)) {
        if (fallback === undefined) throw new Fault(`the dict has no key ${toRepr(key)}`)
        return fallback
      }
      const value = dictGet(self, key)
      remove(self, key, budget)
      return value
    },
  ],
  [
    'popitem',
    (self, args, budget) => {
      bind('popitem', args, [])
      const key = keysOf(self, budget).at(-1)
      if (key === undefined) throw new Fault('the dict is empty')
      const last = PyTuple.fromItems([key, dictGet(self, key)])
      remove(self, key, budget)
      return last
    },
  ],
  [
    'setdefault',
    (self, args, budget) => {
      const [wanted, fallback] = bind('setdefault', args, ['key', 'default'], 1)
      const key = keyIn(self, wanted, budget)
      if (!dictHas(self, key)) put(self, key, fallback ?? null, budget)
      return dictGet(self, key)
    },
  ],
  [
    'update',
    (self, { positional, named }, budget) => {
      const [source, ...more] = positional
      if (more.length > 0) throw new Fault('update takes at most 1 argument')
      if (isDict(source))
        for (const key of keysOf(source, budget)) put(self, key, dictGet(source, key), budget)
      else if (source !== undefined)
        for (const pair of iterate(source, budget)) put(self, ...asPair(pair, budget), budget)
      for (const [key, value] of named) put(self, key, value, budget)
      return null
    },
  ],
  [
    'clear',
    (self, args, budget) => {
      bind('clear', args, [])
      if (self instanceof Map) self.clear()
      else for (const key of keysOf(self, budget)) delete self[key as string]
      return null
    },
  ],
])

function view(
  name: 'keys' | 'values' | 'items',
  items: (self: PyDict, budget: Budget) => unknown[],
): DictMethod {
  return (self, args, budget) => {
    bind(name, args, [])
    return new DictView(`dict_${name}`, items(self, budget))
  }
}

function asPair(pair: unknown, budget: Budget): [unknown, unknown] {
  const [key, value, ...more] = iterate(pair, budget)
  if (value === undefined || more.length > 0) throw new Fault('update needs pairs of key and value')
  return [key, value]
}

function put(dict: PyDict, wanted: unknown, value: unknown, budget: Budget): void {
  const key = keyIn(dict, wanted, budget)
  if (dict instanceof Map) {
    dict.set(known(dict, key), value)
    return
  }
  if (!isText(key)) throw new Fault('a key that is no text cannot be added to this dict')
  const name = key as string
  if (Object.hasOwn(dict, name) || !/^\d+$/.test(name)) {
    setOwn(dict, name, value)
    return
  }
  // JavaScript moves such a key to the front
  const keys = keysOf(dict, budget, 0.25) as string[]
  setOwn(dict, name, value)
  rememberKeyOrder(dict, [...keys, name])
}

function remove(dict: PyDict, key: unknown, budget: Budget): void {
  if (dict instanceof Map) {
    spendKeys(dict, key, budget)
    dict.delete(known(dict, key))
  } else delete dict[key as string]
}

/** The key that the dict has already for an equal one: `1` for `true`. */
function known(dict: Map<unknown, unknown>, key: unknown): unknown {
  if (dict.has(key)) return key
  for (const own of dict.keys()) if (pyEquals(own, key)) return own
  return key
}
