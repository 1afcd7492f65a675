import { isDict } from '../../../python/index.ts'
import { bind } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { dumpJson, indentOf } from '../dump-json.ts'
import { Fault } from '../fault.ts'
import { escapeHtml } from '../html.ts'
import { dictItems } from '../methods/dict.ts'
import { isText, Markup, toRepr, toText, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'
import { prettyPrinted } from './pretty-print.ts'
import { stripTags } from './strip-tags.ts'

const escapeFilter: Filter = (value, args, budget) => {
  bind('escape', args, [])
  return new Markup(escapeHtml(value, budget))
}

/** Filters that make or take HTML, and other ways of writing a value down. */
export const markupFilters: [string, Filter][] = [
  ['escape', escapeFilter],
  ['e', escapeFilter],
  [
    'forceescape',
    (value, args, budget) => {
      bind('forceescape', args, [])
      return new Markup(escapeHtml(toText(value), budget))
    },
  ],
  [
    'safe',
    (value, args) => {
      bind('safe', args, [])
      return new Markup(toText(value))
    },
  ],
  [
    'striptags',
    (value, args, budget) => {
      bind('striptags', args, [])
      return stripTags(toText(value), budget)
    },
  ],
  [
    'tojson',
    (value, args, budget) => {
      const [indent] = bind('tojson', args, ['indent'])
      return new Markup(
        htmlSafe(dumpJson(value, { sortKeys: true, indent: indentOf(indent) }, budget), budget),
      )
    },
  ],
  [
    'xmlattr',
    (value, args, budget) => {
      const [leading] = bind('xmlattr', args, ['autospace'])
      if (value instanceof Undefined) value.fail()
      if (!isDict(value)) throw new Fault('xmlattr needs a dict')
      const attributes = dictItems(value, budget)
        .filter(([, own]) => own !== null && !(own instanceof Undefined))
        .map(([name, own]) => {
          if (!isText(name) || /[\s/>=]/.test(toText(name)))
            throw new Fault(`${toRepr(name)} cannot be the name of an attribute`)
          return `${escapeHtml(name, budget)}="${escapeHtml(own, budget)}"`
        })
      return (
        (attributes.length > 0 && (leading === undefined || truth(leading)) ? ' ' : '') + attributes.join(' ')
      )
    },
  ],
  [
    'pprint',
    (value, args, budget) => {
      bind('pprint', args, [])
      return prettyPrinted(value, budget)
    },
  ],
  [
    'urlize',
    () => {
      throw new Fault('urlize is not supported')
    },
  ],
]

function htmlSafe(json: string, budget: Budget): string {
  budget.spendScan(json.length)
  return json.replace(/[<>&']/g, character => `\\u00${character.charCodeAt(0).toString(16)}`)
}
