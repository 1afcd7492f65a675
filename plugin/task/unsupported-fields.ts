import { fieldError } from './task-error.ts'
import type { TaskFile } from './types.ts'

/** Fields that the harness knows and a task cannot have here; null counts as absent. */
const unread: Record<string, string> = {
  class: 'tasks written in Python are not supported; write the task as fields and !function in TypeScript',
  doc_to_image: 'tasks with images are not supported',
  doc_to_audio: 'tasks with audio are not supported',
}

/** Names of the fields that {@link checkSupported} refuses. */
export const unreadFields = Object.keys(unread)

/**
 * Refuses what this version cannot evaluate as the harness does, rather than ignoring it.
 * @throws LmEvalError TASK_FIELD that says what to do instead
 */
export function checkSupported(taskFile: TaskFile): void {
  const { config } = taskFile
  for (const [field, sentence] of Object.entries(unread)) {
    const value = config[field]
    const absent = value === undefined || value === null || (field === 'doc_to_audio' && value === '')
    if (!absent) throw fieldError(taskFile, [field], `${sentence}.`)
  }
}
