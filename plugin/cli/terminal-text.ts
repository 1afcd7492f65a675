import { displayWidth } from '../report/display-width.ts'
import { escapeText } from '../report/escape.ts'

/** A text between quotes as JSON has it, with everything that a terminal would act on or hide as an escape. */
export function quote(text: string): string {
  return escapeText(JSON.stringify(text))
}

/**
 * A text line by line behind a bar, so that nothing in it looks like part of the report: `⏎` stands for a newline, `∎` for
 * the end; control characters and invisible ones are escapes. Everything else is as it is, spaces at line ends included.
 */
export function framed(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, place) => escapeText(`│ ${line}`) + (place === lines.length - 1 ? '∎' : '⏎'))
    .join('\n')
}

/** Columns of texts under their headers, two spaces apart, filled up by their width on screen; one line a row. */
export function alignColumns(headers: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [headers, ...rows].map(row => row.map(escapeText))
  const widths = headers.map((_, column) => Math.max(...cells.map(row => displayWidth(row[column] ?? ''))))
  return cells.map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .replace(/ +$/u, ''),
  )
}
