import { Markup, toText } from './values.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
}

/** The value's text as HTML; Markup is HTML already. */
export function escapeHtml(value: unknown): string {
  if (value instanceof Markup) return value.text
  return toText(value).replace(/[&<>'"]/g, character => entities[character] as string)
}
