import { resolve } from 'node:path'
import { compareText } from '../python/index.ts'
import { matchTasks, type TaskEntry } from '../task/select/match-tasks.ts'
import { type Selection, selectTasks } from '../task/select/select-tasks.ts'
import { indexTasks, shippedTasksDir, type TaskIndex } from '../task/task-registry.ts'
import { type OnListWarning, TaskHolders } from './task-holders.ts'
import { bareLine, type ListedTask, taskLine } from './task-line.ts'

export interface ListOptions {
  root: string
  tasksDir: string | undefined
  /** Entries as lmEval() takes them; none: everything that the folders define. */
  patterns: readonly string[]
  /** Listed too where there are no patterns: what the Vitest config runs from outside the folders. */
  configured: readonly string[]
  onWarning: OnListWarning
}

/**
 * Tasks, groups and tags that the patterns name, each once. A group or tag brings what it holds, with the group's
 * overrides; a task that is named itself stands as its own file has it. Without patterns: all of the shipped tasks and
 * of `tasksDir`, and the files that the config names, by name. Only YAML files are read.
 * @throws LmEvalError as matchTasks and selectTasks
 */
export function listTasks({ root, tasksDir, patterns, configured, onWarning }: ListOptions): ListedTask[] {
  const folders = tasksDir === undefined ? [shippedTasksDir] : [shippedTasksDir, resolve(root, tasksDir)]
  const index = indexTasks(folders, onWarning)
  const holders = new TaskHolders(index, onWarning)
  const names = [...index.entries.keys()].sort(compareText)
  const configuredFiles = (): TaskEntry[] => {
    try {
      return matchTasks(configured, index, { cwd: root, onWarning }).filter(({ kind }) => kind === 'file')
    } catch (error) {
      onWarning({ code: 'configured_tasks', message: (error as Error).message })
      return []
    }
  }
  const entries =
    patterns.length === 0
      ? [...names.map((name): TaskEntry => ({ kind: 'name', name })), ...configuredFiles()]
      : matchTasks(patterns, index, { cwd: root, onWarning })
  const listed = new Map<string, { line: ListedTask; direct: boolean }>()
  for (const entry of entries) {
    for (const line of linesOf(entry, index, holders, onWarning)) {
      const direct = line.name === entry.name
      const earlier = listed.get(line.name)
      if (earlier === undefined) listed.set(line.name, { line, direct })
      else if (direct && !earlier.direct) Object.assign(earlier, { line, direct })
    }
  }
  const lines = [...listed.values()].map(({ line }) => line)
  return patterns.length === 0 ? lines.sort((a, b) => compareText(a.name, b.name)) : lines
}

function linesOf(
  entry: TaskEntry,
  index: TaskIndex,
  holders: TaskHolders,
  onWarning: OnListWarning,
): ListedTask[] {
  const known = entry.kind === 'name' ? index.entries.get(entry.name) : undefined
  let selection: Selection
  try {
    selection = selectTasks([entry], index)
  } catch (error) {
    if (known === undefined) throw error
    const problem = (error as Error).message
    return [{ ...bareLine(entry.name, known.kind), file: known.file ?? null, problem }]
  }
  for (const warning of selection.warnings) onWarning(warning)
  holders.add(selection)
  const fileOf = (name: string): string | null =>
    (entry.kind === 'file' && entry.name === name ? entry.file : index.entries.get(name)?.file) ?? null
  const groups = selection.groups.map(
    ({ name, version, members }): ListedTask => ({
      ...bareLine(name, 'group'),
      version: version === 'N/A' ? null : version,
      groups: holders.groupsOf(name),
      members: [...members],
      file: fileOf(name),
    }),
  )
  const tags =
    known?.kind === 'tag'
      ? [{ ...bareLine(known.name, 'tag'), members: [...known.members].sort(compareText) }]
      : []
  const tasks = selection.tasks.map(({ spec }) => {
    const line = taskLine(spec)
    if (line.problem !== null) onWarning({ code: 'task_broken', message: line.problem })
    return { ...line, groups: holders.groupsOf(spec.name), tags: holders.tagsOf(spec.name) }
  })
  return [...tags, ...groups, ...tasks]
}
