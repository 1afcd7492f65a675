import {
  codePoints,
  dictGet,
  dictKeys,
  isDict,
  isDigit,
  isSpace,
  len,
  lower,
  lstrip,
  PyTuple,
  rstrip,
  slice,
  splitlines,
  strip,
  upper,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { formatText } from '../format-text.ts'
import { findLastText, findText, occurrences } from '../search-text.ts'
import { type CallArguments, typeName } from '../values.ts'
import { encoded } from './encode-text.ts'
import type { Method } from './index.ts'
import { joined } from './join-text.ts'
import { replaced } from './replace-text.ts'
import { splitText, splitTextFromEnd } from './split-text.ts'
import { capitalize, caseOf, foldCase, isTitle, swapCase, titleCase } from './text-case.ts'
import { translated } from './translate-text.ts'

type TextMethod = Method<string>

// Unicode's numbers, and the ideographs that have a numeric value
const numeric =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\u{f96b}\u{f973}\u{f978}\u{f9b2}\u{f9d1}\u{f9d3}\u{f9fd}𠀁𠁤𠃢𠄡𠤪𠦃𠦌𠦜𠫪𠫽𠬙𢎐𢦘𣬛𦉭\u{2f890}]+$/u

/** Python's str methods. */
export const textMethods: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ['lower', plain('lower', lower)],
  ['casefold', plain('casefold', foldCase, 4)],
  ['upper', plain('upper', upper)],
  ['capitalize', plain('capitalize', capitalize, 3)],
  ['title', plain('title', titleCase, 3)],
  ['swapcase', plain('swapcase', swapCase, 3)],
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
  ['split', splitting('split', splitText)],
  ['rsplit', splitting('rsplit', splitTextFromEnd)],
  [
    'splitlines',
    (self, args, budget) => {
      budget.spendScan(self.length)
      return splitlines(self, truth(bind('splitlines', args, ['keepends'])[0] ?? false))
    },
  ],
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
  [
    'format_map',
    (self, args, budget) => {
      const [mapping] = bind('format_map', args, ['mapping'], 1)
      if (!isDict(mapping)) throw new Fault(`format_map needs a dict, not a ${typeName(mapping)}`)
      const named = new Map<string, unknown>()
      for (const key of dictKeys(mapping)) if (typeof key === 'string') named.set(key, dictGet(mapping, key))
      budget.spend(named.size)
      return formatText(self, { positional: [], named }, budget)
    },
  ],
  [
    'encode',
    (self, args, budget) => {
      const [encoding, errors] = bind('encode', args, ['encoding', 'errors'])
      return encoded(
        self,
        encoding === undefined ? 'utf-8' : textArgument('encode', encoding),
        errors === undefined ? 'strict' : textArgument('encode', errors),
        budget,
      )
    },
  ],
  ['translate', (self, args, budget) => translated(self, bind('translate', args, ['table'], 1)[0], budget)],
])

/** A method without arguments that looks at every character. */
function plain(name: string, convert: (text: string) => unknown, weight = 1): TextMethod {
  return (self, args, budget) => {
    bind(name, args, [])
    budget.spendScan(self.length * weight)
    return convert(self)
  }
}

function stripping(name: string, convert: (text: string, characters?: string | null) => string): TextMethod {
  return (self, args, budget) => {
    const [characters] = bind(name, args, ['chars'])
    budget.spendScan(self.length / 4)
    return convert(self, characters == null ? null : textArgument(name, characters))
  }
}

function splitting(
  name: string,
  convert: (text: string, separator: string | null, limit: number, budget: Budget) => string[],
): TextMethod {
  return (self, args, budget) => {
    const [separator, limit] = bind(name, args, ['sep', 'maxsplit'])
    const at = separator == null ? null : textArgument(name, separator)
    if (at === '') throw new Fault(`the separator of ${name} is empty`)
    const parts = convert(self, at, intArgument(name, limit, -1), budget)
    budget.spend(parts.length)
    return parts
  }
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
  let length = 0
  const parts: string[] = []
  budget.spendScan(text.length)
  for (const character of text) {
    if (character === '\t') {
      const width = size > 0 ? size - (column % size) : 0
      length += width
      budget.checkText(length)
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
