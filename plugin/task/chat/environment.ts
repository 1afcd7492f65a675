import { jsonDumps, strftime } from '../../python/index.ts'
import { bind, intArgument } from '../template/arguments.ts'
import { truth } from '../template/compare.ts'
import type { TemplateEnvironment } from '../template/environment.ts'
import { Fault } from '../template/fault.ts'
import type { Filter } from '../template/filters/filter.ts'
import { itemsOf } from '../template/iterate.ts'
import { Callable, isText, toText } from '../template/values.ts'

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
        new Callable('raise_exception', ({ positional: [message = ''] }) => {
          throw new Fault(toText(message))
        }),
        new Callable('strftime_now', args => {
          const [format] = bind('strftime_now', args, ['format'], 1)
          onClock()
          return strftime(new Date(), toText(format))
        }),
      ].map((call, index) => [index === 0 ? 'raise_exception' : 'strftime_now', call]),
    ),
    filters: new Map([['tojson', toJson]]),
  }
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
  let json: string
  try {
    json = jsonDumps(value, {
      ensureAscii: truth(ascii ?? false),
      sortKeys: truth(sort ?? false),
      indent: indent == null ? undefined : isText(indent) ? toText(indent) : intArgument('tojson', indent, 0),
      ...(parts === undefined ? {} : { separators: [toText(parts[0]), toText(parts[1])] }),
    })
  } catch (error) {
    if (error instanceof TypeError) throw new Fault(error.message)
    throw error
  }
  budget.spendText(json.length)
  return json
}
