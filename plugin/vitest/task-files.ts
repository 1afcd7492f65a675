import { resolve } from 'node:path'
import type { Group } from '../metric/types.ts'
import { findSelection } from '../task/find-tasks.ts'
import type { TaskSpec } from '../task/types.ts'
import type { ResolvedOptions } from './options.ts'

/** The tasks of a run by the file whose module registers them, and the groups above them. Serialisable. */
export interface TaskModules {
  /** In the order asked for. A group that builds or renames members in place has several tasks in its own file. */
  files: Record<string, TaskSpec[]>
  groups: Group[]
}

/**
 * Tasks that the options name; with `tasksDir` alone, every task in it.
 * @param onWarning told what stops nothing: a file that cannot be read, a name that is defined twice
 */
export function findTaskModules(
  options: ResolvedOptions,
  root: string,
  onWarning: (message: string) => void,
): TaskModules {
  const tasksDir = options.tasksDir === undefined ? undefined : resolve(root, options.tasksDir)
  const patterns = taskPatterns(options, root)
  const files: Record<string, TaskSpec[]> = {}
  if (patterns.length === 0) return { files, groups: [] }
  const quiet = ['task_file_without_name']
  const selection = findSelection(patterns, {
    root,
    tasksDir,
    onProblem: ({ code, message }) => {
      if (!quiet.includes(code)) onWarning(message)
    },
  })
  for (const { spec } of selection.tasks) files[spec.file] = [...(files[spec.file] ?? []), spec]
  return { files, groups: selection.groups }
}

/** What the options select: their tasks; without any, every file of `tasksDir`. */
export function taskPatterns({ tasks, tasksDir }: ResolvedOptions, root: string): string[] {
  return tasks.length === 0 && tasksDir !== undefined ? [`${resolve(root, tasksDir)}/**/*.yaml`] : tasks
}
