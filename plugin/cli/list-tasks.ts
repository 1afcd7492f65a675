import { resolve } from 'node:path'
import { compareText, isDict, pyStr } from '../python/index.ts'
import { matchTasks, type TaskEntry } from '../task/select/match-tasks.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import { type Selection, selectTasks } from '../task/select/select-tasks.ts'
import { indexTasks, shippedTasksDir, type TaskIndex } from '../task/task-registry.ts'
import type { TaskSpec } from '../task/types.ts'

/** One line of the list. Fields that a kind does not have are null. */
export interface ListedTask {
  name: string
  kind: 'task' | 'group' | 'tag'
  output_type: string | null
  num_fewshot: number | null
  training_split: string | null
  validation_split: string | null
  test_split: string | null
  fewshot_split: string | null
  version: string | null
  /** Groups that hold it. */
  groups: string[]
  tags: string[]
  /** Names of what a group or tag holds. */
  members: string[]
  file: string | null
  /** Why the file cannot be read, where it cannot. */
  problem: string | null
}

/** Told about everything that stops nothing. */
export type OnListWarning = (warning: { code: string; message: string }) => void

export interface ListOptions {
  root: string
  tasksDir: string | undefined
  /** Entries as lmEval() takes them; none: everything that the folders define. */
  patterns: readonly string[]
  onWarning: OnListWarning
}

/**
 * Tasks, groups and tags that the patterns name, each once; a group or tag brings what it holds, with the group's
 * overrides. Without patterns: all of the shipped tasks and of `tasksDir`, by name. Only YAML files are read.
 * @throws LmEvalError as matchTasks and selectTasks
 */
export function listTasks({ root, tasksDir, patterns, onWarning }: ListOptions): ListedTask[] {
  const folders = tasksDir === undefined ? [shippedTasksDir] : [shippedTasksDir, resolve(root, tasksDir)]
  const index = indexTasks(folders, onWarning)
  const holders = new Map<string, Set<string>>()
  const everything = [...index.entries.keys()]
    .sort(compareText)
    .map((name): TaskEntry => ({ kind: 'name', name }))
  noteHolders(holders, index, onWarning)
  const entries = patterns.length === 0 ? everything : matchTasks(patterns, index, { cwd: root, onWarning })
  const listed = new Map<string, ListedTask>()
  for (const entry of entries) {
    for (const line of linesOf(entry, index, holders, onWarning)) {
      if (!listed.has(line.name)) listed.set(line.name, line)
    }
  }
  const lines = [...listed.values()]
  return patterns.length === 0 ? lines.sort((a, b) => compareText(a.name, b.name)) : lines
}

/** Asks every group for its members, since a task does not know who holds it. */
function noteHolders(holders: Map<string, Set<string>>, index: TaskIndex, onWarning: OnListWarning): void {
  for (const { name, kind } of index.entries.values()) {
    if (kind !== 'group') continue
    const selection = attempt(() => selectTasks([{ kind: 'name', name }], index))
    if (selection instanceof Error) {
      onWarning({ code: 'group_broken', message: `The group ${name} cannot be built: ${selection.message}` })
    } else addHolders(holders, selection)
  }
}

function addHolders(holders: Map<string, Set<string>>, { groups }: Selection): void {
  for (const group of groups) {
    for (const member of group.members) {
      holders.set(member, (holders.get(member) ?? new Set()).add(group.name))
    }
  }
}

function linesOf(
  entry: TaskEntry,
  index: TaskIndex,
  holders: Map<string, Set<string>>,
  onWarning: OnListWarning,
): ListedTask[] {
  const known = entry.kind === 'name' ? index.entries.get(entry.name) : undefined
  const selection = attempt(() => selectTasks([entry], index))
  if (selection instanceof Error) {
    if (known === undefined) throw selection
    return [{ ...empty(entry.name, known.kind), file: known.file ?? null, problem: selection.message }]
  }
  for (const warning of selection.warnings) onWarning(warning)
  addHolders(holders, selection)
  const files = new Map([...index.entries.values()].map(({ name, file }) => [name, file]))
  if (entry.kind === 'file') files.set(entry.name, entry.file)
  const groups = selection.groups.map(
    (group): ListedTask => ({
      ...empty(group.name, 'group'),
      version: group.version === 'N/A' ? null : group.version,
      groups: sorted(holders.get(group.name)),
      members: [...group.members],
      file: files.get(group.name) ?? null,
    }),
  )
  const tag: ListedTask[] =
    known?.kind === 'tag' ? [{ ...empty(known.name, 'tag'), members: sorted(known.members) }] : []
  const tasks = selection.tasks.map(({ spec }) => taskLine(spec, index, sorted(holders.get(spec.name))))
  return [...tag, ...groups, ...tasks]
}

function taskLine(spec: TaskSpec, index: TaskIndex, groups: string[]): ListedTask {
  const tagged = [...index.entries.values()].filter(
    ({ kind, members }) => kind === 'tag' && members.has(spec.name),
  )
  const tags = sorted(tagged.map(({ name }) => name))
  const line = { ...empty(spec.name, 'task'), file: spec.file, groups, tags }
  const taskFile = attempt(() => readTaskSpec(spec))
  if (taskFile instanceof Error) return { ...line, problem: taskFile.message }
  const { config } = taskFile
  const text = (field: string): string | null => (typeof config[field] === 'string' ? config[field] : null)
  const shots = config.num_fewshot ?? 0
  const { metadata } = config
  const version = isDict(metadata) ? (metadata as Record<string, unknown>).version : undefined
  return {
    ...line,
    output_type: text('output_type') ?? 'generate_until',
    num_fewshot: typeof shots === 'number' ? shots : null,
    training_split: text('training_split'),
    validation_split: text('validation_split'),
    test_split: text('test_split'),
    fewshot_split: text('fewshot_split'),
    version: version === undefined || version === null ? null : pyStr(version),
  }
}

function empty(name: string, kind: ListedTask['kind']): ListedTask {
  return {
    name,
    kind,
    output_type: null,
    num_fewshot: null,
    training_split: null,
    validation_split: null,
    test_split: null,
    fewshot_split: null,
    version: null,
    groups: [],
    tags: [],
    members: [],
    file: null,
    problem: null,
  }
}

function sorted(names: Iterable<string> | undefined): string[] {
  return [...(names ?? [])].sort(compareText)
}

function attempt<T>(action: () => T): T | Error {
  try {
    return action()
  } catch (error) {
    return error as Error
  }
}
