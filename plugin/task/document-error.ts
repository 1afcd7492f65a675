import { type ErrorCode, formatPosition, LmEvalError } from '../errors.ts'
import { placesOf, reasonOf } from './task-error.ts'
import type { RowSource, Task } from './types.ts'

/** Errors that say which document they are about; wrapping leaves them as they are. */
const documentErrors = new WeakSet<object>()

interface DocumentErrorOptions {
  code?: ErrorCode
  cause?: unknown
}

/** Names the task, a document by its id and, where known, its line in the data file. */
export function nameDocument(task: Task, rows: RowSource, docId: number): string {
  const place = rows.locate(docId)
  return `task ${task.name}, ${rows.noun} ${docId}${place === undefined ? '' : ` (${formatPosition(place)})`}`
}

/** An error about one document: task, document id, data file line and field come first. */
export function documentError(
  task: Task,
  rows: RowSource,
  docId: number,
  field: string,
  problem: string,
  { code = 'DOCUMENT', cause }: DocumentErrorOptions = {},
): LmEvalError {
  const at = placesOf(cause, task.locate(field.split('.')), rows.locate(docId))
  const message = `${nameDocument(task, rows, docId)}, ${field}: ${problem}.`
  const error = new LmEvalError(message, { code, at, cause })
  documentErrors.add(error)
  return error
}

/** What was thrown while a field was read, as an error about the document. */
export function wrapDocumentError(
  task: Task,
  rows: RowSource,
  docId: number,
  field: string,
  cause: unknown,
): LmEvalError {
  if (cause instanceof LmEvalError && documentErrors.has(cause)) return cause
  const code = cause instanceof LmEvalError ? cause.code : 'DOCUMENT'
  return documentError(task, rows, docId, field, reasonOf(cause), { code, cause })
}
