import { describe, expect, test } from 'vitest'
import { applyFilter } from '../../../plugin/task/template/apply.ts'
import { Budget } from '../../../plugin/task/template/budget.ts'
import { taskEnvironment } from '../../../plugin/task/template/environment.ts'
import { Fault } from '../../../plugin/task/template/fault.ts'
import { boundMethod } from '../../../plugin/task/template/methods/index.ts'
import { listMethods } from '../../../plugin/task/template/methods/list.ts'
import { textMethods } from '../../../plugin/task/template/methods/text.ts'
import { type CallArguments, Callable, PyIterator } from '../../../plugin/task/template/values.ts'

const text = 'ab <c>\t'.repeat(10_000)
const items = Array.from({ length: 20_000 }, (_, index) => index)

/** Steps that something takes, to its end; with a clock that stands still, so that only steps can end it. */
function steps(run: (budget: Budget) => unknown): number {
  const budget = new Budget(taskEnvironment, () => 0)
  try {
    const result = run(budget)
    if (result instanceof PyIterator) for (const _ of result);
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  return budget.steps
}

const args = (...positional: unknown[]): CallArguments => ({ positional, named: new Map() })

/** Arguments that filters and methods need. */
const needed: Record<string, unknown[]> = {
  attr: ['a'],
  batch: [10],
  slice: [10],
  groupby: ['real'],
  replace: ['a', 'b'],
  regex_replace: ['a', 'b'],
  map: ['string'],
  selectattr: ['real'],
  rejectattr: ['real'],
  split: [' '],
  rsplit: [' '],
  partition: ['zz'],
  rpartition: ['zz'],
  find: ['zz'],
  rfind: ['zz'],
  index: [19_999],
  rindex: ['zz'],
  remove: [19_999],
  count: [19_999],
  center: [5],
  ljust: [5],
  rjust: [5],
  zfill: [5],
  join: [items.map(String)],
  startswith: ['zz'],
  endswith: ['zz'],
  removeprefix: ['zz'],
  removesuffix: ['zz'],
  translate: [{}],
  format_map: [{}],
  insert: [0, 1],
  pop: [0],
  extend: [items],
}

describe('a filter pays for the text it is given', () => {
  test.each([...taskEnvironment.filters])('%s', (name, filter) => {
    const paid = steps(budget => applyFilter(name, filter, text, args(...(needed[name] ?? [])), budget))
    expect(paid).toBeGreaterThanOrEqual(text.length / 64)
  })

  test.each([
    'striptags',
    'wordwrap',
    'title',
    'capitalize',
    'escape',
    'tojson',
    'urlencode',
    'wordcount',
    'indent',
    'regex_replace',
    'list',
    'reverse',
  ])('%s pays for each character', name => {
    const filter = taskEnvironment.filters.get(name)
    if (filter === undefined) throw new Error(`no filter ${name}`)
    const paid = steps(budget => applyFilter(name, filter, text, args(...(needed[name] ?? [])), budget))
    expect(paid).toBeGreaterThanOrEqual(text.length / 4)
  })
})

/** What a filter does to a list without looking at its items: nothing before the first one is asked for, or only its length. */
const short = new Set([
  'attr',
  'd',
  'default',
  'first',
  'length',
  'count',
  'items',
  'xmlattr',
  'dictsort',
  'urlize',
])

describe('a filter pays for the list it is given', () => {
  test.each([...taskEnvironment.filters].filter(([name]) => !short.has(name)))('%s', (name, filter) => {
    const paid = steps(budget => applyFilter(name, filter, items, args(...(needed[name] ?? [])), budget))
    expect(paid).toBeGreaterThanOrEqual(items.length)
  })
})

function call(object: unknown, name: string, budget: Budget): unknown {
  const method = boundMethod(object, name, budget)
  if (!(method instanceof Callable)) throw new Error(`no method ${name}`)
  return method.call(args(...(needed[name] ?? [])), budget)
}

describe('a method of texts pays for the text', () => {
  test.each([...textMethods.keys()])('%s', name => {
    expect(steps(budget => call(text, name, budget))).toBeGreaterThanOrEqual(text.length / 64)
  })
})

describe('a method of lists pays for the items that it moves, copies or looks at', () => {
  test.each(['copy', 'count', 'extend', 'index', 'insert', 'pop', 'remove', 'reverse', 'sort'])(
    '%s',
    name => {
      expect(listMethods.has(name)).toBe(true)
      expect(steps(budget => call([...items], name, budget))).toBeGreaterThanOrEqual(items.length / 16)
    },
  )

  test.each(['items', 'keys', 'values', 'copy', 'popitem', 'clear'])('%s of a dict', name => {
    const dict = Object.fromEntries(items.map(item => [`k${item}`, item]))
    expect(steps(budget => call(dict, name, budget))).toBeGreaterThanOrEqual(items.length)
  })
})

describe('steps end what never ends', () => {
  const budget = () => new Budget(taskEnvironment, () => 0)

  test('a budget has two million steps', () => {
    const own = budget()
    own.spend(2_000_000)
    expect(() => own.spend()).toThrow(/more than 2000000 steps/)
  })

  test('a budget has 800 milliseconds', () => {
    let now = 0
    const own = new Budget(taskEnvironment, () => now)
    own.spend(1000)
    now = 801
    expect(() => own.spend(1000)).toThrow(/too long/)
  })

  test('a text has eight million characters', () => {
    expect(() => budget().checkText(8_000_001)).toThrow(/more than 8000000 characters/)
  })
})
