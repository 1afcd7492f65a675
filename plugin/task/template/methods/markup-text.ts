import { PyTuple } from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { formatText } from '../format-text.ts'
import { escapeHtml } from '../html.ts'
import { itemsOf } from '../iterate.ts'
import { type CallArguments, isText, Markup } from '../values.ts'
import type { Method } from './index.ts'
import { joined } from './join-text.ts'
import { replaced } from './replace-text.ts'

/** Methods of text that is HTML which escape what they are given. */
export const markupMethods: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  [
    'join',
    (self, args, budget) => {
      const items = itemsOf(bind('join', args, ['iterable'], 1)[0], budget)
      return joined(
        self,
        items.map(item => escapeHtml(item, budget)),
        budget,
      )
    },
  ],
  [
    'replace',
    (self, args, budget) => {
      const [from, to, count] = bind('replace', args, ['old', 'new', 'count'], 2)
      const escaped = escapeHtml(to, budget)
      return replaced(self, textArgument('replace', from), escaped, intArgument('replace', count, -1), budget)
    },
  ],
  ['format', (self, args, budget) => formatText(self, args, budget, value => escapeHtml(value, budget))],
])

/** The arguments with what the method pads with escaped. */
export function escapedFill(name: string, args: CallArguments, budget: Budget): CallArguments {
  const [width, fill] = args.positional
  if (!padding.has(name) || fill === undefined) return args
  return { positional: [width, escapeHtml(fill, budget)], named: args.named }
}

const padding: ReadonlySet<string> = new Set(['center', 'ljust', 'rjust'])

/** What a method made of the text of HTML: text in it is HTML as well. */
export function asMarkup(result: unknown): unknown {
  if (isText(result)) return result instanceof Markup ? result : new Markup(result)
  if (!Array.isArray(result)) return result
  const items = result.map(asMarkup)
  return result instanceof PyTuple ? PyTuple.fromItems(items) : items
}
