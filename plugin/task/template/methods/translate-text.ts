import { dictGet, isDict, isInt } from '../../../python/index.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { spendKeys } from '../spend-value.ts'
import { isText, toText, typeName } from '../values.ts'

/** Python `text.translate(table)`: code points become text, other code points, or with None nothing. */
export function translated(text: string, table: unknown, budget: Budget): string {
  if (!isDict(table)) throw new Fault(`translate needs a dict, not a ${typeName(table)}`)
  let length = 0
  const parts: string[] = []
  for (const character of text) {
    const code = character.codePointAt(0) as number
    budget.spend()
    spendKeys(table, code, budget)
    const part = replacement(dictGet(table, code), character)
    length += part.length
    budget.checkText(length)
    parts.push(part)
  }
  return parts.join('')
}

function replacement(value: unknown, character: string): string {
  if (value === undefined) return character
  if (value === null) return ''
  if (isText(value)) return toText(value)
  if (!isInt(value) || value < 0 || value > 0x10ffff)
    throw new Fault(`translate makes text and code points of characters, no ${typeName(value)}`)
  return String.fromCodePoint(Number(value))
}
