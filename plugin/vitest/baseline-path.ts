import { join } from 'node:path'
import { baselineFileName } from '../baseline/file-name.ts'
import { readTaskFile } from '../task/task-file.ts'

/** The task in a file and the baseline file that it owns. */
export interface OwnedBaseline {
  task: string
  file: string
}

/** Undefined for a task file that cannot be read, which its suite reports. */
export function ownedBaseline(taskFile: string, baselines: string): OwnedBaseline | undefined {
  try {
    const { config } = readTaskFile(taskFile)
    const { version } = (config.metadata ?? {}) as { version?: unknown }
    const task = String(config.task)
    return { task, file: join(baselines, baselineFileName(task, version)) }
  } catch {
    return undefined
  }
}
