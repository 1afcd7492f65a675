import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { LmEvalError } from '../errors.ts'
import { isPattern, namePattern } from './name-pattern.ts'
import { identifyTask } from './task-identity.ts'
import {
  type FoundTask,
  registerTasks,
  shippedTasksDir,
  type TaskProblem,
  type TaskRegistry,
  yamlFiles,
} from './task-registry.ts'

export interface FindTasksOptions {
  /** Folder that relative paths and globs count from. */
  root: string
  /** Folder with task files of the user's own, searched for names after the shipped tasks and winning over them. */
  tasksDir?: string | undefined
  /** Told about files that cannot be read while names are looked up; they stop no other task. */
  onProblem?: ((problem: TaskProblem) => void) | undefined
}

/**
 * Finds task files by name, name pattern (`wsc*`, Python's fnmatch), path or path glob (`evals/**\/*.yaml`), in the order
 * asked for, each file once. A glob skips YAML files that define no task (parts that others include); a file it matches
 * that cannot be read stays in, under its base name, so that the fault shows as that task's failure.
 * @throws LmEvalError TASK_NOT_FOUND for a pattern without a match; TASK_FIELD for two files with one task name or a
 * named file that is no task; TASK_FILE for a named file that cannot be read
 */
export function findTasks(patterns: readonly string[], options: FindTasksOptions): FoundTask[] {
  const { root, tasksDir, onProblem } = options
  const folders = tasksDir === undefined ? [shippedTasksDir] : [shippedTasksDir, resolve(root, tasksDir)]
  const registry = registerTasks(patterns.every(isPath) ? [] : folders, onProblem)
  const found = new Map<string, FoundTask>()
  for (const pattern of patterns) {
    const tasks = isPath(pattern) ? findByPath(pattern, root) : findByName(pattern, registry, options)
    for (const task of tasks) if (!found.has(task.file)) found.set(task.file, task)
  }
  const tasks = [...found.values()]
  refuseSharedNames(tasks)
  return tasks
}

function isPath(pattern: string): boolean {
  return /[/\\]/u.test(pattern) || /\.ya?ml$/u.test(pattern)
}

function findByPath(pattern: string, root: string): FoundTask[] {
  const path = resolve(root, pattern)
  if (existsSync(path)) {
    const { name, problem, error } = identifyTask(path)
    if (error !== undefined) throw error
    if (name === undefined)
      throw new LmEvalError(`${path} defines no task: ${problem}.`, { code: 'TASK_FIELD' })
    return [{ name, file: path }]
  }
  const files = yamlFiles(pattern.replaceAll('\\', '/'), root)
  const tasks = files.flatMap(file => {
    const { name, error } = identifyTask(file)
    if (error !== undefined) return [{ name: baseName(file), file }]
    return name === undefined ? [] : [{ name, file }]
  })
  if (tasks.length > 0) return tasks
  const why =
    files.length > 0
      ? `none of the ${files.length} files that it matches defines a task`
      : 'no file matches it'
  throw new LmEvalError(`No task found for the path ${pattern}: ${why}; looked from ${root}.`, {
    code: 'TASK_NOT_FOUND',
  })
}

function baseName(file: string): string {
  return file.replace(/^.*[/\\]/u, '').replace(/\.ya?ml$/u, '')
}

function findByName(
  pattern: string,
  { tasks, groups }: TaskRegistry,
  options: FindTasksOptions,
): FoundTask[] {
  const exact = tasks.get(pattern)
  if (exact !== undefined) return exact
  if (isPattern(pattern)) {
    const matcher = namePattern(pattern)
    const names = [...tasks.keys()].filter(name => matcher.test(name)).sort()
    if (names.length > 0) return names.flatMap(name => tasks.get(name) as FoundTask[])
  }
  if (groups.has(pattern)) {
    const problem = `${pattern} is a group; groups are not supported in this version, name its tasks one by one.`
    throw new LmEvalError(problem, { code: 'TASK_NOT_FOUND' })
  }
  throw unknownTask(pattern, [...tasks.keys()].sort(), options)
}

function unknownTask(
  pattern: string,
  names: readonly string[],
  { root, tasksDir }: FindTasksOptions,
): LmEvalError {
  const nearest = names
    .map(name => ({ name, far: distance(pattern, name) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name)
  const hint =
    nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : `There are: ${names.join(', ')}.`
  const folder =
    tasksDir === undefined
      ? '(the option tasksDir adds a folder of your own)'
      : `and in ${relative(root, resolve(root, tasksDir)) || 'the root'}`
  return new LmEvalError(
    `No task is named ${pattern}; looked among the shipped tasks ${folder}. ${hint} A path must contain a slash or end in .yaml.`,
    { code: 'TASK_NOT_FOUND' },
  )
}

function refuseSharedNames(tasks: readonly FoundTask[]): void {
  const files = new Map<string, string>()
  for (const { name, file } of tasks) {
    const other = files.get(name)
    if (other !== undefined) {
      const problem = `Two selected files define a task named ${name}: ${other} and ${file}; rename one of them.`
      const at = [other, file].map(place => ({ file: place, line: 1, column: 1 }))
      throw new LmEvalError(problem, { code: 'TASK_FIELD', at })
    }
    files.set(name, file)
  }
}
