import {
  dictFromEntries,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  type PyDict,
  PyTuple,
  rememberKeyOrder,
  setOwn,
} from '../../../python/index.ts'
import { bind } from '../arguments.ts'
import { hashable } from '../compare.ts'
import { Fault } from '../fault.ts'
import { iterable } from '../iterate.ts'
import { DictView, isText, toRepr } from '../values.ts'
import type { Method } from './index.ts'

type DictMethod = Method<PyDict>

/** The items of a dict as Python's pairs. */
export function dictItems(dict: PyDict): PyTuple[] {
  return dictKeys(dict).map(key => PyTuple.fromItems([key, dictGet(dict, key)]))
}

/** Python's dict methods. Those that change the dict change it in place, as in Python. */
export const dictMethods: ReadonlyMap<string, DictMethod> = new Map<string, DictMethod>([
  [
    'get',
    (self, args) => {
      const [key, fallback] = bind('get', args, ['key', 'default'], 1)
      return dictHas(self, hashable(key)) ? dictGet(self, hashable(key)) : (fallback ?? null)
    },
  ],
  ['keys', (self, args) => view(self, args, 'keys', dictKeys(self))],
  [
    'values',
    (self, args) =>
      view(
        self,
        args,
        'values',
        dictKeys(self).map(key => dictGet(self, key)),
      ),
  ],
  ['items', (self, args) => view(self, args, 'items', dictItems(self))],
  ['copy', self => dictFromEntries(dictKeys(self).map(key => [key, dictGet(self, key)]))],
  [
    'pop',
    (self, args) => {
      const [key, fallback] = bind('pop', args, ['key', 'default'], 1)
      if (!dictHas(self, hashable(key))) {
        if (fallback === undefined) throw new Fault(`the dict has no key ${toRepr(key)}`)
        return fallback
      }
      const value = dictGet(self, key)
      remove(self, key)
      return value
    },
  ],
  [
    'popitem',
    self => {
      const last = dictItems(self).at(-1)
      if (last === undefined) throw new Fault('the dict is empty')
      remove(self, last[0])
      return last
    },
  ],
  [
    'setdefault',
    (self, args) => {
      const [key, fallback] = bind('setdefault', args, ['key', 'default'], 1)
      if (!dictHas(self, hashable(key))) put(self, key, fallback ?? null)
      return dictGet(self, key)
    },
  ],
  [
    'update',
    (self, { positional, named }) => {
      const [source, ...more] = positional
      if (more.length > 0) throw new Fault('update takes at most 1 argument')
      if (isDict(source)) for (const key of dictKeys(source)) put(self, key, dictGet(source, key))
      else if (source !== undefined) for (const pair of iterable(source)) put(self, ...asPair(pair))
      for (const [key, value] of named) put(self, key, value)
      return null
    },
  ],
  [
    'clear',
    self => {
      for (const key of dictKeys(self)) remove(self, key)
      return null
    },
  ],
])

function view(
  _self: PyDict,
  args: Parameters<DictMethod>[1],
  name: 'keys' | 'values' | 'items',
  items: unknown[],
): DictView {
  bind(name, args, [])
  return new DictView(`dict_${name}`, items)
}

function asPair(pair: unknown): [unknown, unknown] {
  const [key, value, ...more] = iterable(pair)
  if (value === undefined || more.length > 0) throw new Fault('update needs pairs of key and value')
  return [key, value]
}

function put(dict: PyDict, key: unknown, value: unknown): void {
  const name = hashable(key)
  if (dict instanceof Map) dict.set(name, value)
  else if (isText(name)) {
    const keys = dictKeys(dict) as string[]
    if (!keys.includes(name as string)) keys.push(name as string)
    setOwn(dict, name as string, value)
    rememberKeyOrder(dict, keys)
  } else throw new Fault('a key that is no text cannot be added to this dict')
}

function remove(dict: PyDict, key: unknown): void {
  if (dict instanceof Map) dict.delete(key)
  else delete dict[key as string]
}
