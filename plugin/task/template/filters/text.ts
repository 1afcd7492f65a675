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
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault, JinjaFault } from '../fault.ts'
import { iterate, lengthOf } from '../iterate.ts'
import { dictItems } from '../methods/dict.ts'
import { replaced, textMethods } from '../methods/text.ts'
import { percentFormat } from '../percent-format.ts'
import { type CallArguments, isText, Markup, toText, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'

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
    (value, args) => {
      bind('title', args, [])
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
      return percentFormat(toText(value), values, budget)
    },
  ],
  ['indent', indent],
  ['truncate', truncate],
  [
    'wordcount',
    (value, args) => {
      bind('wordcount', args, [])
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
  const indention = isText(width)
    ? toText(width)
    : ' '.repeat(Math.max(0, Math.min(intArgument('indent', width, 4), 100_000)))
  const lines = splitlines(`${text}\n`)
  budget.spendText(text.length + lines.length * indention.length)
  const [head = '', ...rest] = lines
  const indented = rest.map(line => (line === '' && !truth(blank ?? false) ? line : indention + line))
  const result = (truth(first ?? false) ? indention : '') + [head, ...indented].join('\n')
  return value instanceof Markup ? new Markup(result) : result
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

function wordwrap(value: unknown, args: CallArguments): unknown {
  const [width, breakLong, wrap, hyphens] = bind('wordwrap', args, [
    'width',
    'break_long_words',
    'wrapstring',
    'break_on_hyphens',
  ])
  const columns = intArgument('wordwrap', width, 79)
  if (columns <= 0) throw new Fault('wordwrap needs a positive width')
  if (value instanceof Undefined) value.fail()
  const text = textArgument('wordwrap', value)
  if (truth(hyphens ?? true) && /[^\s-]-+[^\s-]|--/.test(text)) {
    throw new Fault('wordwrap with hyphens in the text is not supported; pass break_on_hyphens=false')
  }
  const separator = wrap == null ? '\n' : textArgument('wordwrap', wrap)
  const wrapped = splitlines(text).map(line =>
    wrappedLine(line, columns, truth(breakLong ?? true)).join(separator),
  )
  return wrapped.join(separator)
}

/** Python `textwrap.wrap` of one line, without its changes of white space. */
function wrappedLine(line: string, width: number, breakLong: boolean): string[] {
  const chunks = line.match(/[\t-\r ]+|[^\t-\r ]+/g) ?? []
  const lines: string[] = []
  while (chunks.length > 0) {
    const current: string[] = []
    let used = 0
    if (lines.length > 0 && /^[\t-\r ]/.test(chunks[0] as string)) chunks.shift()
    while (chunks.length > 0 && used + len(chunks[0] as string) <= width) {
      const chunk = chunks.shift() as string
      current.push(chunk)
      used += len(chunk)
    }
    const [next] = chunks
    if (next !== undefined && len(next) > width) {
      if (breakLong) {
        const room = width - used
        current.push(slice(next, 0, room))
        chunks[0] = slice(next, room)
      } else if (current.length === 0) current.push(chunks.shift() as string)
    }
    if (/^[\t-\r ]/.test(current.at(-1) ?? '')) current.pop()
    if (current.length > 0) lines.push(current.join(''))
  }
  return lines
}

function urlEncoded(value: unknown, args: CallArguments, budget: Budget): string {
  bind('urlencode', args, [])
  if (isText(value) || value === null || isNumber(value) || typeof value === 'boolean')
    return urlQuoted(toText(value))
  const pairs = isDict(value) ? dictItems(value) : iterate(value, budget)
  const quoted = Array.from(pairs, pair => {
    const [key, own, ...more] = iterate(pair, budget)
    if (own === undefined || more.length > 0) throw new Fault('urlencode needs pairs of key and value')
    return `${queryQuoted(toText(key))}=${queryQuoted(toText(own))}`
  })
  return quoted.join('&')
}

function queryQuoted(text: string): string {
  return urlQuoted(text).replaceAll('/', '%2F').replaceAll('%20', '+')
}

function urlQuoted(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}
