import { len, PyTuple, slice } from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { findLastText, findText, occurrences } from '../search-text.ts'
import type { CallArguments } from '../values.ts'
import type { Method } from './index.ts'

type TextMethod = Method<string>

/** Methods that look for a text in a text. */
export const findingMethods: [string, TextMethod][] = [
  [
    'partition',
    (self, args, budget) =>
      partition(self, args, 'partition', separator => findText(self, separator, 0, budget)),
  ],
  [
    'rpartition',
    (self, args, budget) =>
      partition(self, args, 'rpartition', separator => findLastText(self, separator, budget)),
  ],
  [
    'removeprefix',
    (self, args) => {
      const prefix = textArgument('removeprefix', bind('removeprefix', args, ['prefix'], 1)[0])
      return self.startsWith(prefix) ? self.slice(prefix.length) : self
    },
  ],
  [
    'removesuffix',
    (self, args) => {
      const suffix = textArgument('removesuffix', bind('removesuffix', args, ['suffix'], 1)[0])
      return suffix !== '' && self.endsWith(suffix) ? self.slice(0, -suffix.length) : self
    },
  ],
  ['startswith', affix('startswith', (text, part) => text.startsWith(part))],
  ['endswith', affix('endswith', (text, part) => text.endsWith(part))],
  ['find', (self, args, budget) => found(self, args, 'find', false, budget)],
  ['rfind', (self, args, budget) => found(self, args, 'rfind', true, budget)],
  ['index', (self, args, budget) => required(found(self, args, 'index', false, budget))],
  ['rindex', (self, args, budget) => required(found(self, args, 'rindex', true, budget))],
  [
    'count',
    (self, args, budget) => {
      const { text, part } = searched(self, args, 'count')
      if (text === undefined) return 0
      return part === '' ? len(text) + 1 : occurrences(text, part, budget).length
    },
  ],
]

function partition(
  self: string,
  args: CallArguments,
  name: string,
  find: (separator: string) => number,
): PyTuple {
  const separator = textArgument(name, bind(name, args, ['sep'], 1)[0])
  if (separator === '') throw new Fault(`the separator of ${name} is empty`)
  const at = find(separator)
  if (at < 0) return PyTuple.fromItems(name === 'partition' ? [self, '', ''] : ['', '', self])
  return PyTuple.fromItems([self.slice(0, at), separator, self.slice(at + separator.length)])
}

function affix(name: string, has: (text: string, part: string) => boolean): TextMethod {
  return (self, args) => {
    const [affixes, start, stop] = bind(name, args, ['prefix', 'start', 'end'], 1)
    const { text } = part(self, start, stop, name)
    const wanted = Array.isArray(affixes) && affixes.constructor !== Array ? affixes : [affixes]
    return wanted.some(wantedPart => {
      const affixText = textArgument(name, wantedPart)
      return text !== undefined && has(text, affixText)
    })
  }
}

function part(
  self: string,
  start: unknown,
  stop: unknown,
  name: string,
): { text: string | undefined; offset: number } {
  if (start == null && stop == null) return { text: self, offset: 0 }
  const length = len(self)
  const clamp = (index: number) => Math.min(Math.max(index < 0 ? index + length : index, 0), length)
  const from = start == null ? 0 : intArgument(name, start, 0)
  const to = clamp(stop == null ? length : intArgument(name, stop, length))
  const offset = from < 0 ? clamp(from) : from
  return { text: offset > to ? undefined : slice(self, offset, to), offset }
}

function searched(self: string, args: CallArguments, name: string) {
  const [wanted, start, stop] = bind(name, args, ['sub', 'start', 'end'], 1)
  return { ...part(self, start, stop, name), part: textArgument(name, wanted) }
}

function found(self: string, args: CallArguments, name: string, last: boolean, budget: Budget): number {
  const { text, offset, part: wanted } = searched(self, args, name)
  if (text === undefined) return -1
  const at = last ? findLastText(text, wanted, budget) : findText(text, wanted, 0, budget)
  return at < 0 ? -1 : offset + len(text.slice(0, at))
}

function required(at: number): number {
  if (at < 0) throw new Fault('the text to look for is not there')
  return at
}
