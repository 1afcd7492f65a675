import { LmEvalError } from '../errors.ts'
import { readTaskFile } from './task-file.ts'

/** What a YAML file defines. */
export interface TaskIdentity {
  /** Task name; undefined where the file defines no task. */
  name: string | undefined
  /** Name of the group that it defines instead. */
  group?: string
  /** Why it defines none. */
  problem?: string
  /** The file cannot be read at all. */
  error?: LmEvalError
}

/** Reads just enough of a file to say which task it defines. */
export function identifyTask(file: string): TaskIdentity {
  try {
    const { config } = readTaskFile(file)
    if (config.group !== undefined && config.group !== null) {
      return {
        name: undefined,
        group: String(config.group),
        problem: 'it is a group, which this version does not support',
      }
    }
    if (typeof config.task === 'string' && config.task !== '') return { name: config.task }
    return { name: undefined, problem: 'it has no field task with a name' }
  } catch (error) {
    if (error instanceof LmEvalError) return { name: undefined, error }
    throw error
  }
}
