import { closest, distance } from 'fastest-levenshtein'
import { formatPosition, LmEvalError, type SourcePosition } from '../../errors.ts'
import { type Fault, JinjaFault, MissingColumn } from './fault.ts'

/** A template is malformed or cannot be rendered for a document. Code `TEMPLATE`. */
export class TemplateError extends LmEvalError {
  /** Line of the template, counting from 1. */
  readonly templateLine: number
  /** Whether jinja2 reports this as an error of the template; false for what is an exception of Python's there. */
  readonly ofJinja: boolean

  /**
   * @param what the sentence's start, such as "Template is malformed".
   * @param columns of the document, to explain a missing one.
   */
  constructor(what: string, fault: Fault, line: number, at?: SourcePosition, columns?: readonly string[]) {
    const place =
      at === undefined
        ? `line ${line} of the template`
        : `line ${line} of the template at ${formatPosition(at)}`
    super(`${what}: ${shortened(fault.message)}${explain(fault, columns)} (${place}).`, {
      code: 'TEMPLATE',
      at,
      cause: fault,
    })
    this.templateLine = line
    this.ofJinja = fault instanceof JinjaFault
  }
}

/** Messages may quote values of the template, which may be of any length. */
function shortened(message: string): string {
  return message.length <= 500 ? message : `${message.slice(0, 500)}…`
}

function explain(fault: Fault, columns: readonly string[] | undefined): string {
  if (!(fault instanceof MissingColumn) || columns === undefined) return ''
  if (columns.length === 0) return ', which has none'
  const nearest = closest(fault.column, columns)
  const near = distance(nearest, fault.column) <= Math.max(2, fault.column.length / 3)
  const all = `its columns are ${columns.join(', ')}`
  return near ? `; did you mean '${nearest}'? ${all}` : `; ${all}`
}
