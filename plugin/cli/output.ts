import { escapeText } from '../report/escape.ts'

/** Where a command writes, and where it was started. */
export interface Output {
  cwd: string
  /** Text for standard output, newlines included. */
  write: (text: string) => void
  /** Text for standard error, newlines included. */
  writeError: (text: string) => void
}

/** Normal in every folder of tasks: parts that others include. */
const quiet = ['task_file_without_name']

/** Writes warnings to standard error, each once. */
export function warningWriter({ writeError }: Output): (warning: { code: string; message: string }) => void {
  const told = new Set<string>()
  return ({ code, message }) => {
    if (quiet.includes(code) || told.has(message)) return
    told.add(message)
    writeError(`! ${escapeText(message)}\n`)
  }
}
