import { strftime } from '../../python/index.ts'
import { bind } from '../template/arguments.ts'
import { truth } from '../template/compare.ts'
import { dumpJson, indentOf } from '../template/dump-json.ts'
import type { TemplateEnvironment } from '../template/environment.ts'
import { Fault, JinjaFault } from '../template/fault.ts'
import type { Filter } from '../template/filters/filter.ts'
import { jinjaFilters } from '../template/filters/index.ts'
import { range } from '../template/globals.ts'
import { itemsOf } from '../template/iterate.ts'
import { type CallArguments, Callable, isText, type PyRange, toText, typeName } from '../template/values.ts'

/** Told that a template asked what day it is. */
export type OnClock = () => void

/**
 * The environment that transformers gives to chat templates (task-spec.md, 15): blocks take their line with them, undefined
 * names print as nothing, loops can be left, nothing can be changed, JSON is written as it is.
 */
export function chatEnvironment(onClock: OnClock): TemplateEnvironment {
  return {
    trimBlocks: true,
    lstripBlocks: true,
    keepTrailingNewline: false,
    lenient: true,
    extraTags: true,
    immutable: true,
    functions: new Map(
      [
        new Callable('raise_exception', args => {
          const [message] = bind('raise_exception', args, ['message'], 1)
          throw new JinjaFault(toText(message))
        }),
        new Callable('strftime_now', args => {
          const [format] = bind('strftime_now', args, ['format'], 1)
          if (!isText(format)) throw new Fault(`strftime_now needs text, not a ${typeName(format)}`)
          onClock()
          return strftime(new Date(), toText(format))
        }),
        new Callable('range', shortRange),
      ].map(call => [call.name, call]),
    ),
    filters: new Map([...jinjaFilters, ['tojson', toJson]]),
  }
}

/** The longest range that jinja2's sandbox makes. */
const maxRange = 100_000

function shortRange(args: CallArguments): PyRange {
  const made = range(args)
  if (made.length > maxRange) throw new Fault(`range makes at most ${maxRange} numbers, not ${made.length}`)
  return made
}

const toJson: Filter = (value, args, budget) => {
  const [ascii, indent, separators, sort] = bind('tojson', args, [
    'ensure_ascii',
    'indent',
    'separators',
    'sort_keys',
  ])
  const parts = separators == null ? undefined : itemsOf(separators, budget)
  if (parts !== undefined && (parts.length !== 2 || !parts.every(isText))) {
    throw new Fault('the separators of tojson must be two texts')
  }
  return dumpJson(
    value,
    {
      ensureAscii: truth(ascii ?? false),
      sortKeys: truth(sort ?? false),
      indent: indentOf(indent),
      ...(parts === undefined ? {} : { separators: [toText(parts[0]), toText(parts[1])] }),
    },
    budget,
  )
}
