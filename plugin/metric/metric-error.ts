import { LmEvalError, type SourcePosition } from '../errors.ts'
import type { FieldPath, Task } from '../task/types.ts'

/**
 * An error about a metric of a task, or about one of its documents; `where` says which.
 * @param path field of the task file that is to blame, unless the cause knows better
 */
export function metricError(
  task: Task,
  where: string,
  problem: string,
  cause?: unknown,
  path: FieldPath = ['metric_list'],
): LmEvalError {
  const at: SourcePosition[] =
    cause instanceof LmEvalError && cause.at.length > 0 ? cause.at : [task.locate(path)]
  return new LmEvalError(`Task ${task.name}, ${where}: ${problem}.`, { code: 'METRIC', at, cause })
}

/** Message of whatever was thrown, ready to stand inside a sentence. */
export function thrownText(error: unknown): string {
  return error instanceof Error ? error.message.replace(/[.\s]+$/u, '') : String(error)
}
