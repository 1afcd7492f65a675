import { resolve } from 'node:path'
import { findTasks } from '../task/find-tasks.ts'
import type { ResolvedOptions } from './options.ts'

/** Files of the tasks that the options name; with `tasksDir` alone, of every task in it. */
export function findTaskFiles(options: ResolvedOptions, root: string): string[] {
  const tasksDir = options.tasksDir === undefined ? undefined : resolve(root, options.tasksDir)
  const patterns =
    options.tasks.length === 0 && tasksDir !== undefined ? [`${tasksDir}/**/*.yaml`] : options.tasks
  if (patterns.length === 0) return []
  return findTasks(patterns, { root, tasksDir }).map(({ file }) => file)
}
