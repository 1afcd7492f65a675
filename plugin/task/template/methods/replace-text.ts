import { codePoints } from '../../../python/index.ts'
import type { Budget } from '../budget.ts'
import { occurrences } from '../search-text.ts'

/** Python `text.replace(from, to, count)`; a negative count replaces all. */
export function replaced(text: string, from: string, to: string, count: number, budget: Budget): string {
  const most = count < 0 ? Number.POSITIVE_INFINITY : count
  if (from === '') return filledIn(text, to, most, budget)
  const places = most === 0 ? [] : occurrences(text, from, budget, most)
  budget.spendText(text.length + places.length * (to.length - from.length))
  let end = 0
  const parts: string[] = []
  for (const place of places) {
    parts.push(text.slice(end, place), to)
    end = place + from.length
  }
  parts.push(text.slice(end))
  return parts.join('')
}

/** `to` before each character and at the end, so often as `most` says. */
function filledIn(text: string, to: string, most: number, budget: Budget): string {
  budget.spendScan(text.length)
  const characters = codePoints(text)
  const times = Math.min(most, characters.length + 1)
  budget.spendText(text.length + times * to.length)
  return [...characters, ''].map((character, index) => (index < times ? to : '') + character).join('')
}
