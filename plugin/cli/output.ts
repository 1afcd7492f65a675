import { escapeText } from '../report/escape.ts'

/** Where a command writes, and where it was started. */
export interface Output {
  cwd: string
  /** Text for standard output, newlines included. */
  write: (text: string) => void
  /** Text for standard error, newlines included. */
  writeError: (text: string) => void
}

/** Normal in every folder of tasks: parts that others include, own tasks that replace shipped ones. */
const quiet = ['task_file_without_name', 'task_overridden_by_later_path']

/** Writes warnings to standard error, each once. */
export function warningWriter({ writeError }: Output): (warning: { code: string; message: string }) => void {
  const told = new Set<string>()
  return ({ code, message }) => {
    if (quiet.includes(code) || told.has(message)) return
    told.add(message)
    writeError(`! ${escapeText(message)}\n`)
  }
}
