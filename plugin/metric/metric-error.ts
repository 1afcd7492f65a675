import { LmEvalError, type SourcePosition } from '../errors.ts'
import type { Task } from '../task/types.ts'

/** An error about a metric of a task, or about one of its documents; `where` says which. */
export function metricError(task: Task, where: string, problem: string, cause?: unknown): LmEvalError {
  const at: SourcePosition[] = cause instanceof LmEvalError ? cause.at : [task.locate(['metric_list'])]
  return new LmEvalError(`Task ${task.name}, ${where}: ${problem}.`, { code: 'METRIC', at, cause })
}

/** Message of whatever was thrown, ready to stand inside a sentence. */
export function thrownText(error: unknown): string {
  return error instanceof Error ? error.message.replace(/[.\s]+$/u, '') : String(error)
}
