import {
  codePoints,
  isDigit,
  isSpace,
  len,
  lower,
  lstrip,
  PyTuple,
  rsplit,
  rstrip,
  slice,
  split,
  splitlines,
  strip,
  upper,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { formatText } from '../format-text.ts'
import { iterate } from '../iterate.ts'
import { type CallArguments, isText, toText, typeName, Undefined } from '../values.ts'
import type { Method } from './index.ts'
import { capitalize, caseOf, foldCase, isTitle, swapCase, titleCase } from './text-case.ts'

type TextMethod = Method<string>

// Unicode's numbers, and the ideographs that have a numeric value
const numeric =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\u{f96b}\u{f973}\u{f978}\u{f9b2}\u{f9d1}\u{f9d3}\u{f9fd}𠀁𠁤𠃢𠄡𠤪𠦃𠦌𠦜𠫪𠫽𠬙𢎐𢦘𣬛𦉭\u{2f890}]+$/u

/** Python's str methods. */
export const textMethods: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ['lower', plain('lower', lower)],
  ['casefold', plain('casefold', foldCase)],
  ['upper', plain('upper', upper)],
  ['capitalize', plain('capitalize', capitalize)],
  ['title', plain('title', titleCase)],
  ['swapcase', plain('swapcase', swapCase)],
  ['isspace', plain('isspace', isSpace)],
  ['isdigit', plain('isdigit', isDigit)],
  ['isdecimal', plain('isdecimal', text => /^\p{Nd}+$/u.test(text))],
  ['isnumeric', plain('isnumeric', text => numeric.test(text))],
  ['isalpha', plain('isalpha', text => /^\p{L}+$/u.test(text))],
  ['isalnum', plain('isalnum', text => codePoints(text).every(c => /[\p{L}\p{N}]/u.test(c)) && text !== '')],
  // No control, format, surrogate, private or unassigned character, no separator but the space
  ['isprintable', plain('isprintable', text => !/(?! )[\p{C}\p{Z}]/u.test(text))],
  ['isascii', plain('isascii', text => codePoints(text).every(c => c < '\x80'))],
  ['isidentifier', plain('isidentifier', text => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(text))],
  ['islower', plain('islower', text => caseOf(text) === 'lower')],
  ['isupper', plain('isupper', text => caseOf(text) === 'upper')],
  ['istitle', plain('istitle', isTitle)],
  ['strip', stripping('strip', strip)],
  ['lstrip', stripping('lstrip', lstrip)],
  ['rstrip', stripping('rstrip', rstrip)],
  ['split', splitting('split', split)],
  ['rsplit', splitting('rsplit', rsplit)],
  ['splitlines', (self, args) => splitlines(self, truth(bind('splitlines', args, ['keepends'])[0] ?? false))],
  ['partition', (self, args) => partition(self, args, 'partition', separator => self.indexOf(separator))],
  [
    'rpartition',
    (self, args) => partition(self, args, 'rpartition', separator => self.lastIndexOf(separator)),
  ],
  ['join', (self, args, budget) => joined(self, bind('join', args, ['iterable'], 1)[0], budget)],
  ['replace', replace],
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
  ['find', (self, args) => found(self, args, 'find', false)],
  ['rfind', (self, args) => found(self, args, 'rfind', true)],
  ['index', (self, args) => required(found(self, args, 'index', false))],
  ['rindex', (self, args) => required(found(self, args, 'rindex', true))],
  [
    'count',
    (self, args) => {
      const { text, part } = searched(self, args, 'count')
      if (text === undefined) return 0
      return part === '' ? len(text) + 1 : text.split(part).length - 1
    },
  ],
  [
    'center',
    padding('center', (missing, width) => {
      const left = Math.floor(missing / 2) + (missing & width & 1)
      return [left, missing - left]
    }),
  ],
  ['ljust', padding('ljust', missing => [0, missing])],
  ['rjust', padding('rjust', missing => [missing, 0])],
  [
    'zfill',
    (self, args, budget) => {
      const width = intArgument('zfill', bind('zfill', args, ['width'], 1)[0], 0)
      const missing = Math.max(0, width - len(self))
      budget.spendText(missing)
      const sign = /^[-+]/.exec(self)?.[0] ?? ''
      return sign + '0'.repeat(missing) + self.slice(sign.length)
    },
  ],
  [
    'expandtabs',
    (self, args, budget) =>
      expandTabs(self, intArgument('expandtabs', bind('expandtabs', args, ['tabsize'])[0], 8), budget),
  ],
  ['format', (self, args, budget) => formatText(self, args, budget)],
])

function plain(name: string, convert: (text: string) => unknown): TextMethod {
  return (self, args) => {
    bind(name, args, [])
    return convert(self)
  }
}

function stripping(name: string, convert: (text: string, characters?: string | null) => string): TextMethod {
  return (self, args) => {
    const [characters] = bind(name, args, ['chars'])
    return convert(self, characters == null ? null : textArgument(name, characters))
  }
}

function splitting(
  name: string,
  convert: (text: string, separator: string | null, limit: number) => string[],
): TextMethod {
  return (self, args, budget) => {
    const [separator, limit] = bind(name, args, ['sep', 'maxsplit'])
    const at = separator == null ? null : textArgument(name, separator)
    if (at === '') throw new Fault(`the separator of ${name} is empty`)
    const parts = convert(self, at, intArgument(name, limit, -1))
    budget.spend(parts.length)
    return parts
  }
}

/** Python `separator.join(items)`. @throws Fault for an item that is no text. */
export function joined(separator: string, items: unknown, budget: Budget): string {
  const parts: string[] = []
  let length = 0
  for (const item of iterate(items, budget)) {
    if (item instanceof Undefined) item.mistyped()
    if (!isText(item)) throw new Fault(`join needs text, item ${parts.length} is a ${typeName(item)}`)
    const text = toText(item)
    length += text.length + separator.length
    budget.spendText(length)
    parts.push(text)
  }
  return parts.join(separator)
}

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

function replace(self: string, args: CallArguments, budget: Budget): string {
  const [from, to, count] = bind('replace', args, ['old', 'new', 'count'], 2)
  return replaced(
    self,
    textArgument('replace', from),
    textArgument('replace', to),
    intArgument('replace', count, -1),
    budget,
  )
}

/** Python `text.replace(from, to, count)`; a negative count replaces all. */
export function replaced(text: string, from: string, to: string, count: number, budget: Budget): string {
  const parts = from === '' ? ['', ...codePoints(text), ''] : text.split(from)
  const limit = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1)
  budget.spendText(text.length + limit * to.length)
  if (limit === 0) return text
  return parts.slice(0, limit).join(to) + (limit > 0 ? to : '') + parts.slice(limit).join(from)
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

function found(self: string, args: CallArguments, name: string, last: boolean): number {
  const { text, offset, part: wanted } = searched(self, args, name)
  if (text === undefined) return -1
  const at = last ? text.lastIndexOf(wanted) : text.indexOf(wanted)
  return at < 0 ? -1 : offset + len(text.slice(0, at))
}

function required(at: number): number {
  if (at < 0) throw new Fault('the text to look for is not there')
  return at
}

function padding(name: string, sides: (missing: number, width: number) => [number, number]): TextMethod {
  return (self, args, budget) => {
    const [width, fill] = bind(name, args, ['width', 'fillchar'], 1)
    const columns = intArgument(name, width, 0)
    const character = fill === undefined ? ' ' : textArgument(name, fill)
    if (len(character) !== 1) throw new Fault(`${name} fills with one character`)
    const missing = Math.max(0, columns - len(self))
    budget.spendText(missing)
    const [left, right] = sides(missing, columns)
    return character.repeat(left) + self + character.repeat(right)
  }
}

function expandTabs(text: string, size: number, budget: Budget): string {
  let column = 0
  const parts: string[] = []
  for (const character of text) {
    if (character === '\t') {
      const width = size > 0 ? size - (column % size) : 0
      budget.spendText(width)
      parts.push(' '.repeat(width))
      column += width
    } else {
      parts.push(character)
      column = character === '\n' || character === '\r' ? 0 : column + 1
    }
  }
  return parts.join('')
}
