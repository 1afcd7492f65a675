import { isDigit, isInt, lower } from '../../../python/index.ts'
import { item } from '../access.ts'
import type { Budget } from '../budget.ts'
import { spendValue } from '../spend-value.ts'
import { isText, toText, Undefined } from '../values.ts'

/**
 * A function that follows a dotted path such as `answers.0.text` from an item; without a path, the item itself.
 * @param fallback takes the place of every part that is undefined.
 */
export function attributePath(path: unknown, budget: Budget, fallback?: unknown): (item: unknown) => unknown {
  spendValue(path, budget)
  const parts = isText(path) ? toText(path).split('.').map(asIndex) : path == null ? [] : [path]
  return start => {
    let value = start
    for (const part of parts) {
      value = item(value, part, budget)
      if (fallback != null && value instanceof Undefined) value = fallback
    }
    return value
  }
}

function asIndex(part: string): unknown {
  return isDigit(part) && isInt(Number(part)) ? Number(part) : part
}

/** Text in lower case, anything else as it is: the key of sorting without regard to case. */
export function ignoringCase(value: unknown, budget: Budget): unknown {
  if (!isText(value)) return value
  budget.spendText(toText(value).length)
  return lower(toText(value))
}
