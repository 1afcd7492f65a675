import { isDict, jsonDumps, pyRepr, split } from '../../../python/index.ts'
import { bind, intArgument } from '../arguments.ts'
import { truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import { escapeHtml } from '../html.ts'
import { dictItems } from '../methods/dict.ts'
import { isText, Markup, toRepr, toText, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'

const escapeFilter: Filter = (value, args) => {
  bind('escape', args, [])
  return new Markup(escapeHtml(value))
}

/** Filters that make or take HTML, and other ways of writing a value down. */
export const markupFilters: [string, Filter][] = [
  ['escape', escapeFilter],
  ['e', escapeFilter],
  ['forceescape', value => new Markup(escapeHtml(toText(value)))],
  ['safe', value => new Markup(toText(value))],
  ['striptags', value => stripTags(toText(value))],
  [
    'tojson',
    (value, args) => {
      const [indent] = bind('tojson', args, ['indent'])
      const spaces = indent == null ? undefined : intArgument('tojson', indent, 0)
      return new Markup(htmlSafe(dumped(value, spaces)))
    },
  ],
  [
    'xmlattr',
    (value, args) => {
      const [leading] = bind('xmlattr', args, ['autospace'])
      if (value instanceof Undefined) value.fail()
      if (!isDict(value)) throw new Fault('xmlattr needs a dict')
      const attributes = dictItems(value)
        .filter(([, own]) => own !== null && !(own instanceof Undefined))
        .map(([name, own]) => {
          if (!isText(name) || /[\s/>=]/.test(toText(name)))
            throw new Fault(`${toRepr(name)} cannot be the name of an attribute`)
          return `${escapeHtml(name)}="${escapeHtml(own)}"`
        })
      return (attributes.length > 0 && truth(leading ?? true) ? ' ' : '') + attributes.join(' ')
    },
  ],
  [
    'pprint',
    value => {
      const text = typeof value === 'string' ? pyRepr(value) : toRepr(value)
      if (text.length > 76 || isDict(value))
        throw new Fault('pprint of long values and dicts is not supported; use tojson')
      return text
    },
  ],
  [
    'urlize',
    () => {
      throw new Fault('urlize is not supported')
    },
  ],
]

function dumped(value: unknown, indent: number | undefined): string {
  try {
    return jsonDumps(value, { sortKeys: true, indent })
  } catch (error) {
    if (error instanceof TypeError) throw new Fault(error.message)
    throw error
  }
}

function htmlSafe(json: string): string {
  return json.replace(/[<>&']/g, character => `\\u00${character.charCodeAt(0).toString(16)}`)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\xa0' }

/** Without comments and tags, white space run together, entities resolved. */
function stripTags(html: string): string {
  const bare = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, '')
  const text = split(bare).join(' ')
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    const known = Object.hasOwn(entities, name) ? entities[name] : undefined
    if (known === undefined) throw new Fault(`striptags does not know the entity ${all}`)
    return known
  })
}
