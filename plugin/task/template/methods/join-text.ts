import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { iterate } from '../iterate.ts'
import { isText, toText, typeName, Undefined } from '../values.ts'

/** Python `separator.join(items)`. @throws Fault for an item that is no text. */
export function joined(separator: string, items: unknown, budget: Budget): string {
  const parts: string[] = []
  let length = 0
  for (const item of iterate(items, budget)) {
    if (item instanceof Undefined) item.mistyped()
    if (!isText(item)) throw new Fault(`join needs text, item ${parts.length} is a ${typeName(item)}`)
    const text = toText(item)
    length += text.length + separator.length
    budget.checkText(length)
    budget.spendText(text.length + separator.length)
    parts.push(text)
  }
  return parts.join(separator)
}
