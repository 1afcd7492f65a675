import { formatPosition, LmEvalError, type SourcePosition } from '../errors.ts'
import { describeValue } from '../task/check-fields.ts'
import { placesOf, reasonOf } from '../task/task-error.ts'
import type { Doc, Task, TaskFunction } from '../task/types.ts'
import { isRow } from './columns.ts'

/** Travels with a row through `{ ...doc }`, so that a processed row still knows its line. */
const placeKey = Symbol('place')

export interface ProcessedRow {
  values: Record<string, unknown>
  place: SourcePosition | undefined
}

/**
 * Applies process_docs to a whole split, once. The function gets an array of rows and returns (or resolves to)
 * an array of rows; it may add, drop, reorder and change them.
 * @throws LmEvalError TASK_FUNCTION where it fails or returns something else
 */
export async function processRows(
  task: Task,
  processDocs: TaskFunction | undefined,
  rows: Doc[],
  places: readonly SourcePosition[],
): Promise<ProcessedRow[]> {
  if (processDocs === undefined) return rows.map((values, index) => ({ values, place: places[index] }))
  for (const [index, row] of rows.entries()) Reflect.set(row, placeKey, places[index])
  let processed: unknown
  try {
    processed = await processDocs(rows)
  } catch (cause) {
    throw functionError(task, `process_docs failed: ${reasonOf(cause)}`, cause)
  }
  if (!Array.isArray(processed)) {
    throw functionError(task, `process_docs must return an array of rows, not ${describeValue(processed)}`)
  }
  return processed.map((row, index) => {
    if (isRow(row)) return { values: row, place: Reflect.get(row, placeKey) as SourcePosition | undefined }
    throw functionError(task, `process_docs must return rows; entry ${index} is ${describeValue(row)}`)
  })
}

function functionError(task: Task, problem: string, cause?: unknown): LmEvalError {
  const at = task.locate(['process_docs'])
  return new LmEvalError(`${formatPosition(at)}: task ${task.name}: ${problem}.`, {
    code: 'TASK_FUNCTION',
    at: placesOf(cause, at),
    cause,
  })
}
