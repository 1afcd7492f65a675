import { splitWestern } from './western.ts'

const entities: readonly [RegExp, string][] = [
  [/&quot;/g, '"'],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
]

/**
 * Tokens of a text as sacrebleu's tokeniser `13a` (that of WMT, after NIST's mteval-v13a) and the `bleu` of the evaluate library
 * find them. Case is kept. Lines are joined, at a dash without a space; four XML entities are resolved, `&amp;lt;` twice.
 */
export function tokenize13a(text: string): string[] {
  const joined = text
    .replace(/<skipped>/g, '')
    .replace(/-\n/g, '')
    .replace(/\n/g, ' ')
  const plain = entities.reduce((rest, [entity, character]) => rest.replace(entity, character), joined)
  return splitWestern(` ${plain} `)
}
