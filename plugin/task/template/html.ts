import type { Budget } from './budget.ts'
import { spendValue } from './spend-value.ts'
import { Markup, toText } from './values.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
}

/** The value's text as HTML; Markup is HTML already. */
export function escapeHtml(value: unknown, budget: Budget): string {
  if (value instanceof Markup) return value.text
  spendValue(value, budget)
  const text = toText(value)
  budget.spendScan(text.length)
  const escaped = text.replace(/[&<>'"]/g, character => entities[character] as string)
  budget.spendText(escaped.length)
  return escaped
}
