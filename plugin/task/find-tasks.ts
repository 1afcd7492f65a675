import { resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { matchTasks } from './select/match-tasks.ts'
import { type Selection, selectTasks } from './select/select-tasks.ts'
import { indexTasks, type OnSelectionWarning, shippedTasksDir } from './task-registry.ts'
import type { TaskSpec } from './types.ts'

export interface FindTasksOptions {
  /** Folder that relative paths and globs count from. */
  root: string
  /** Folder with task files of the user's own, searched for names after the shipped tasks and winning over them. */
  tasksDir?: string | undefined
  /** Told about everything that stops nothing, while names are looked up and groups expanded. */
  onProblem?: OnSelectionWarning | undefined
}

/** A task and the file that defines it. */
export interface FoundTask {
  name: string
  /** Absolute. */
  file: string
  spec: TaskSpec
}

/**
 * Selects tasks by name, group, tag, name pattern (`wsc*`, Python's fnmatch), path, path glob (`evals/**\/*.yaml`) or
 * folder: {@link matchTasks} and {@link selectTasks} over the shipped tasks and `tasksDir`.
 * @throws LmEvalError as those do; TASK_NOT_FOUND too if an entry is the empty text, TASK_FIELD if there are only empty groups
 */
export function findSelection(patterns: readonly string[], options: FindTasksOptions): Selection {
  const { root, tasksDir, onProblem } = options
  if (patterns.includes('')) {
    throw new LmEvalError(
      `A task is asked for by the empty text; looked ${tasksDir === undefined ? 'among the shipped tasks' : `in ${tasksDir}`}. Give a name, a pattern or a path.`,
      { code: 'TASK_NOT_FOUND' },
    )
  }
  const folders = tasksDir === undefined ? [shippedTasksDir] : [shippedTasksDir, resolve(root, tasksDir)]
  const index = indexTasks(folders, onProblem)
  const selection = selectTasks(matchTasks(patterns, index, { cwd: root, onWarning: onProblem }), index)
  if (selection.tasks.length === 0 && patterns.length > 0) {
    const empty = selection.warnings.find(({ code }) => code === 'empty_group')
    const problem = empty?.message ?? `No task found for ${patterns.join(', ')}; looked from ${root}.`
    throw new LmEvalError(problem, { code: empty === undefined ? 'TASK_NOT_FOUND' : 'TASK_FIELD' })
  }
  for (const warning of selection.warnings) onProblem?.(warning)
  return selection
}

/** The tasks of {@link findSelection} with their files. */
export function findTasks(patterns: readonly string[], options: FindTasksOptions): FoundTask[] {
  return findSelection(patterns, options).tasks.map(({ name, spec }) => ({ name, file: spec.file, spec }))
}
