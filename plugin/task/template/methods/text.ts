import {
  codePoints,
  dictGet,
  dictKeys,
  isDict,
  isDigit,
  isSpace,
  lower,
  lstrip,
  rstrip,
  splitlines,
  strip,
  upper,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { formatText } from '../format-text.ts'
import { type CallArguments, typeName } from '../values.ts'
import { encoded } from './encode-text.ts'
import { findingMethods } from './find-text.ts'
import type { Method } from './index.ts'
import { joined } from './join-text.ts'
import { paddingMethods } from './pad-text.ts'
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
  ['capitalize', plain('capitalize', capitalize, 2)],
  ['title', plain('title', titleCase, 6)],
  ['swapcase', plain('swapcase', swapCase, 6)],
  ['isspace', plain('isspace', isSpace)],
  ['isdigit', plain('isdigit', isDigit)],
  ['isdecimal', plain('isdecimal', text => /^\p{Nd}+$/u.test(text))],
  ['isnumeric', plain('isnumeric', text => numeric.test(text))],
  ['isalpha', plain('isalpha', text => /^\p{L}+$/u.test(text))],
  ['isalnum', plain('isalnum', text => codePoints(text).every(c => /[\p{L}\p{N}]/u.test(c)) && text !== '')],
  // No control, format, surrogate, private or unassigned character, no separator but the space
  ['isprintable', plain('isprintable', text => !/(?! )[\p{C}\p{Z}]/u.test(text))],
  ['isascii', plain('isascii', text => codePoints(text).every(c => c < '\x80'))],
  ['isidentifier', plain('isidentifier', text => /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text))],
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
  ...findingMethods,
  ...paddingMethods,
  ['join', (self, args, budget) => joined(self, bind('join', args, ['iterable'], 1)[0], budget)],
  ['replace', replace],
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
