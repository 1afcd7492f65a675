import { rsplit, split } from '../../../python/index.ts'
import type { Budget } from '../budget.ts'
import { lastOccurrences, occurrences } from '../search-text.ts'

/** Python `text.split(separator, limit)`; the separator null for white space. */
export function splitText(text: string, separator: string | null, limit: number, budget: Budget): string[] {
  if (separator === null) {
    budget.spendScan(text.length)
    return split(text, null, limit)
  }
  const most = limit < 0 ? Number.POSITIVE_INFINITY : limit
  return cut(text, separator, most === 0 ? [] : occurrences(text, separator, budget, most))
}

/** Python `text.rsplit(separator, limit)`, which looks for separators from the end. */
export function splitTextFromEnd(
  text: string,
  separator: string | null,
  limit: number,
  budget: Budget,
): string[] {
  if (separator === null) {
    budget.spendScan(text.length)
    return rsplit(text, null, limit)
  }
  const most = limit < 0 ? Number.POSITIVE_INFINITY : limit
  return cut(text, separator, most === 0 ? [] : lastOccurrences(text, separator, budget, most).reverse())
}

function cut(text: string, separator: string, places: number[]): string[] {
  let from = 0
  const parts = places.map(place => {
    const part = text.slice(from, place)
    from = place + separator.length
    return part
  })
  parts.push(text.slice(from))
  return parts
}
