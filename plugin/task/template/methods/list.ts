import { sliceIndices } from '../../../python/index.ts'
import { bind, intArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { same, sorted, truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { itemsOf } from '../iterate.ts'
import { spendValue } from '../spend-value.ts'
import { Callable, toRepr } from '../values.ts'
import type { Method } from './index.ts'

type ListMethod = Method<unknown[]>

/** Methods that tuples share with lists. */
export const sequenceMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  [
    'count',
    (self, args, budget) => {
      const [item] = bind('count', args, ['value'], 1)
      return self.filter(known => same(known, item, budget)).length
    },
  ],
  [
    'index',
    (self, args, budget) => {
      budget.spend(self.length / 4)
      const [item, start, stop] = bind('index', args, ['value', 'start', 'stop'], 1)
      const bounds = { start: intArgument('index', start, 0), stop: intArgument('index', stop, self.length) }
      const found = sliceIndices(self.length, bounds).find(index => same(self[index], item, budget))
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
      for (const item of itemsOf(bind('extend', args, ['iterable'], 1)[0], budget)) self.push(item)
      return null
    },
  ],
  [
    'insert',
    (self, args, budget) => {
      budget.spend(self.length / 16)
      const [index, item] = bind('insert', args, ['index', 'object'], 2)
      const at = intArgument('insert', index, 0)
      self.splice(at < 0 ? Math.max(0, self.length + at) : at, 0, item)
      return null
    },
  ],
  [
    'pop',
    (self, args, budget) => {
      const at = intArgument('pop', bind('pop', args, ['index'])[0], -1)
      const index = at < 0 ? self.length + at : at
      if (index < 0 || index >= self.length) throw new Fault('pop is outside of the list')
      budget.spend((self.length - index) / 16)
      return self.splice(index, 1)[0]
    },
  ],
  [
    'remove',
    (self, args, budget) => {
      const [item] = bind('remove', args, ['value'], 1)
      budget.spend(self.length / 16)
      const index = self.findIndex(known => same(known, item, budget))
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
  [
    'copy',
    (self, args, budget) => {
      bind('copy', args, [])
      return itemsOf(self, budget)
    },
  ],
  [
    'reverse',
    (self, args, budget) => {
      bind('reverse', args, [])
      budget.spend(self.length / 4)
      self.reverse()
      return null
    },
  ],
  [
    'sort',
    (self, args, budget) => {
      const [key, reverse] = bind('sort', args, ['key', 'reverse'])
      if (key != null && !(key instanceof Callable)) throw new Fault('the key of sort cannot be called')
      const by = (item: unknown) => (key == null ? item : keyOf(item, key, budget))
      const items = sorted(self, by, budget, truth(reverse ?? false))
      items.forEach((item, index) => {
        self[index] = item
      })
      return null
    },
  ],
])

function keyOf(item: unknown, key: Callable, budget: Budget): unknown {
  spendValue(item, budget)
  return budget.nested(() => key.call({ positional: [item], named: new Map() }, budget))
}
