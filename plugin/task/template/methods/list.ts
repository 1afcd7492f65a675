import { sliceIndices } from '../../../python/index.ts'
import { bind, intArgument } from '../arguments.ts'
import { equal, sorted, truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { itemsOf } from '../iterate.ts'
import { Callable, toRepr } from '../values.ts'
import type { Method } from './index.ts'

type ListMethod = Method<unknown[]>

const same = (a: unknown, b: unknown) => a === b || equal(a, b)

/** Methods that tuples share with lists. */
export const sequenceMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  [
    'count',
    (self, args) => {
      const [item] = bind('count', args, ['value'], 1)
      return self.filter(known => same(known, item)).length
    },
  ],
  [
    'index',
    (self, args) => {
      const [item, start, stop] = bind('index', args, ['value', 'start', 'stop'], 1)
      const bounds = { start: intArgument('index', start, 0), stop: intArgument('index', stop, self.length) }
      const found = sliceIndices(self.length, bounds).find(index => same(self[index], item))
      if (found === undefined) throw new Fault(`${toRepr(item)} is not in the list`)
      return found
    },
  ],
])

/** Python's list methods. Those that change the list change it in place, as in Python. */
export const listMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ...sequenceMethods,
  [
    'append',
    (self, args, budget) => {
      budget.spend()
      self.push(bind('append', args, ['object'], 1)[0])
      return null
    },
  ],
  [
    'extend',
    (self, args, budget) => {
      self.push(...itemsOf(bind('extend', args, ['iterable'], 1)[0], budget))
      return null
    },
  ],
  [
    'insert',
    (self, args, budget) => {
      budget.spend(self.length)
      const [index, item] = bind('insert', args, ['index', 'object'], 2)
      const at = intArgument('insert', index, 0)
      self.splice(at < 0 ? Math.max(0, self.length + at) : at, 0, item)
      return null
    },
  ],
  [
    'pop',
    (self, args) => {
      const at = intArgument('pop', bind('pop', args, ['index'])[0], -1)
      const index = at < 0 ? self.length + at : at
      if (index < 0 || index >= self.length) throw new Fault('pop is outside of the list')
      return self.splice(index, 1)[0]
    },
  ],
  [
    'remove',
    (self, args) => {
      const [item] = bind('remove', args, ['value'], 1)
      const index = self.findIndex(known => same(known, item))
      if (index < 0) throw new Fault(`${toRepr(item)} is not in the list`)
      self.splice(index, 1)
      return null
    },
  ],
  [
    'clear',
    self => {
      self.length = 0
      return null
    },
  ],
  ['copy', self => [...self]],
  [
    'reverse',
    self => {
      self.reverse()
      return null
    },
  ],
  [
    'sort',
    (self, args, budget) => {
      budget.spend(self.length * 16)
      const [key, reverse] = bind('sort', args, ['key', 'reverse'])
      if (key != null && !(key instanceof Callable)) throw new Fault('the key of sort cannot be called')
      const by = (item: unknown) => (key == null ? item : key.call({ positional: [item], named: new Map() }))
      const items = sorted(self, by, truth(reverse ?? false))
      items.forEach((item, index) => {
        self[index] = item
      })
      return null
    },
  ],
])
