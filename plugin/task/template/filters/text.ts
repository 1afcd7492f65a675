import {
  dictFromEntries,
  isDict,
  isNumber,
  len,
  lower,
  PyTuple,
  rsplit,
  slice,
  splitlines,
  upper,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import { binary } from '../arithmetic.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault, JinjaFault } from '../fault.ts'
import { iterate, lengthOf } from '../iterate.ts'
import { dictItems } from '../methods/dict.ts'
import { joined } from '../methods/join-text.ts'
import { replaced } from '../methods/replace-text.ts'
import { textMethods } from '../methods/text.ts'
import { spendValue } from '../spend-value.ts'
import { type CallArguments, isText, Markup, toText, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'
import { wordwrap } from './wordwrap.ts'

/** Filters that make text of a value's text. */
export const textFilters: [string, Filter][] = [
  [
    'string',
    (value, args) => {
      bind('string', args, [])
      return value instanceof Markup ? value : toText(value)
    },
  ],
  ...['upper', 'lower', 'capitalize'].map((name): [string, Filter] => [name, asMethod(name)]),
  ['trim', (value, args, budget) => asMethod('strip')(value, renamed(args, 'trim', ['chars']), budget)],
  [
    'center',
    (value, args, budget) => {
      const [width] = bind('center', args, ['width'])
      return asMethod('center')(value, { positional: [width ?? 80], named: new Map() }, budget)
    },
  ],
  [
    'title',
    (value, args, budget) => {
      bind('title', args, [])
      budget.spendScan(toText(value).length)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts them as white space
      return toText(value).replace(/[^-\s({[<\x1c-\x1f\x85]+/g, titled)
    },
  ],
  [
    'replace',
    (value, args, budget) => {
      const [from, to, count] = bind('replace', args, ['old', 'new', 'count'], 2)
      return replaced(
        toText(value),
        toText(from),
        toText(to),
        intArgument('replace', count ?? undefined, -1),
        budget,
      )
    },
  ],
  [
    'format',
    (value, args, budget) => {
      if (args.positional.length > 0 && args.named.size > 0) {
        throw new JinjaFault('format takes either positional or named values')
      }
      const values = args.named.size > 0 ? dictFromEntries(args.named) : PyTuple.fromItems(args.positional)
      return binary('%', isText(value) ? value : toText(value), values, budget)
    },
  ],
  ['indent', indent],
  ['truncate', truncate],
  [
    'wordcount',
    (value, args, budget) => {
      bind('wordcount', args, [])
      budget.spendScan(toText(value).length)
      return toText(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0
    },
  ],
  ['wordwrap', wordwrap],
  ['urlencode', (value, args, budget) => urlEncoded(value, args, budget)],
]

function renamed(args: CallArguments, name: string, parameters: string[]): CallArguments {
  const [first] = bind(name, args, parameters)
  return { positional: first === undefined ? [] : [first], named: new Map() }
}

/** The method of the same name, on the text of any value. */
function asMethod(name: string): Filter {
  const method = textMethods.get(name)
  return (value, args, budget) => {
    const text = toText(value)
    budget.spendText(text.length)
    const result = method?.(text, args, budget)
    return value instanceof Markup ? new Markup(String(result)) : result
  }
}

function titled(word: string): string {
  const [first = ''] = word
  return upper(first) + lower(word.slice(first.length))
}

function indent(value: unknown, args: CallArguments, budget: Budget): unknown {
  const [width, first, blank] = bind('indent', args, ['width', 'first', 'blank'])
  if (value instanceof Undefined) value.fail()
  const text = textArgument('indent', value)
  const indention = isText(width) ? toText(width) : blanks(intArgument('indent', width, 4), budget)
  budget.spendScan(text.length)
  const lines = splitlines(`${text}\n`)
  budget.spendText(text.length + lines.length * indention.length)
  const [head = '', ...rest] = lines
  const indented = rest.map(line => (line === '' && !truth(blank ?? false) ? line : indention + line))
  const result = (truth(first ?? false) ? indention : '') + [head, ...indented].join('\n')
  return value instanceof Markup ? new Markup(result) : result
}

function blanks(width: number, budget: Budget): string {
  budget.spendText(width)
  return ' '.repeat(Math.max(0, width))
}

function truncate(value: unknown, args: CallArguments): unknown {
  const [size, killWords, tail, slack] = bind('truncate', args, ['length', 'killwords', 'end', 'leeway'])
  const length = intArgument('truncate', size, 255)
  const end = tail === undefined ? '...' : textArgument('truncate', tail)
  const leeway = intArgument('truncate', slack ?? undefined, 5)
  if (length < len(end)) throw new Fault(`truncate needs a length of at least ${len(end)}`)
  if (leeway < 0) throw new Fault('truncate needs a leeway of at least 0')
  if ((lengthOf(value) ?? Number.POSITIVE_INFINITY) <= length + leeway) return value
  const text = textArgument('truncate', value)
  const kept = slice(text, 0, length - len(end))
  return (truth(killWords ?? false) ? kept : (rsplit(kept, ' ', 1)[0] ?? '')) + end
}

function urlEncoded(value: unknown, args: CallArguments, budget: Budget): string {
  bind('urlencode', args, [])
  if (isText(value) || value === null || isNumber(value) || typeof value === 'boolean')
    return urlQuoted(toText(value), budget)
  const pairs = isDict(value) ? dictItems(value, budget) : iterate(value, budget)
  const quoted = Array.from(pairs, pair => {
    const [key, own, ...more] = iterate(pair, budget)
    if (own === undefined || more.length > 0) throw new Fault('urlencode needs pairs of key and value')
    return `${queryQuoted(key, budget)}=${queryQuoted(own, budget)}`
  })
  return joined('&', quoted, budget)
}

function queryQuoted(value: unknown, budget: Budget): string {
  spendValue(value, budget)
  return urlQuoted(toText(value), budget).replaceAll('/', '%2F').replaceAll('%20', '+')
}

function urlQuoted(text: string, budget: Budget): string {
  budget.spendScan(text.length)
  if (!isWellFormed(text)) throw new Fault('half a surrogate pair cannot be written in a URL')
  const quoted = encodeURIComponent(text)
    .replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
  budget.spendText(quoted.length)
  return quoted
}

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}
