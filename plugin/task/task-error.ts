import { type ErrorCode, formatPosition, LmEvalError, type SourcePosition } from '../errors.ts'
import type { FieldPath, TaskFile } from './types.ts'

/** An error about a field of a task file; the message begins with its place and path. */
export function fieldError(
  taskFile: Pick<TaskFile, 'locate'>,
  path: FieldPath,
  message: string,
  code: ErrorCode = 'TASK_FIELD',
): LmEvalError {
  const at = taskFile.locate(path)
  return new LmEvalError(`${formatPosition(at)}: ${message}`, { code, at })
}

/** `metric_list[0].metric`, the form in which messages name a field. */
export function formatPath(path: FieldPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

/** Text of whatever was thrown, without this package's own place prefix. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/[.\s]+$/u, '') : String(error)
}

/** Places of an error that is wrapped, after those that are known already. */
export function placesOf(error: unknown, ...known: (SourcePosition | undefined)[]): SourcePosition[] {
  const places = [...known, ...(error instanceof LmEvalError ? error.at : [])].filter(
    place => place !== undefined,
  )
  const seen = new Set<string>()
  return places.filter(place => {
    const text = formatPosition(place)
    return seen.has(text) ? false : seen.add(text)
  })
}
