import { join } from 'node:path'
import { baselineFileName } from '../baseline/file-name.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import type { TaskSpec } from '../task/types.ts'

/** A selected task and the baseline file that it owns. */
export interface OwnedBaseline {
  task: string
  file: string
}

/** Undefined for a task whose files cannot be read, which its suite reports. */
export function ownedBaseline(spec: TaskSpec, baselines: string): OwnedBaseline | undefined {
  try {
    const { config } = readTaskSpec(spec)
    const { version } = (config.metadata ?? {}) as { version?: unknown }
    const task = String(config.task)
    return { task, file: join(baselines, baselineFileName(task, version)) }
  } catch {
    return undefined
  }
}
