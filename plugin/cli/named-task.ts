import { resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { findSelection } from '../task/find-tasks.ts'
import type { OnSelectionWarning } from '../task/task-registry.ts'
import type { TaskSpec } from '../task/types.ts'
import type { LmEvalOptions, ResolvedOptions } from '../vitest/options.ts'
import { readConfigOptions } from './config-options.ts'
import { optionsOf } from './options.ts'
import type { Output } from './output.ts'
import { lastValue, type ParsedLine } from './parse-line.ts'
import { calledTask, callNamed, callWith } from './select-call.ts'

/** Where a command line looks for tasks, and what it says about their prompts. */
export interface Place {
  /** Vitest's root folder. */
  root: string
  /** The lmEval() calls of the config. */
  calls: ResolvedOptions[]
  /** The one that the command line names. */
  named: ResolvedOptions | undefined
  /** The command line's own options, with absolute paths. */
  given: LmEvalOptions
}

/** @throws LmEvalError OPTION for a config or a call that is not there; UsageError for a value of the wrong kind */
export async function readPlace(line: ParsedLine, output: Output): Promise<Place> {
  const given = absolutePaths(optionsOf(line, output.cwd), output.cwd)
  const started = resolve(output.cwd, lastValue(line, 'root') ?? '.')
  const { root, calls } = await readConfigOptions(started, lastValue(line, 'config'))
  return { root, calls, named: callNamed(calls, lastValue(line, 'project')), given }
}

/**
 * The task of a name as the config runs it, else as its own file has it; `GROUP::MEMBER` is one that a group builds in place.
 * @returns with the options of the lmEval() call that it belongs to, none without a config
 * @throws LmEvalError TASK_NOT_FOUND unless exactly one task has the name
 */
export function namedTask(
  name: string,
  { root, calls, named, given }: Place,
  onProblem: OnSelectionWarning,
): { spec: TaskSpec; configured: LmEvalOptions } {
  const tasksDir = given.tasksDir ?? (named ?? calls.find(call => call.tasksDir !== undefined))?.tasksDir
  const candidates = named === undefined ? calls : [named]
  const called = given.tasksDir === undefined ? calledTask(candidates, name, root) : undefined
  if (called !== undefined) return { spec: called.spec, configured: called.call }
  const spec = oneTask(name, { root, tasksDir }, onProblem)
  return { spec, configured: named ?? callWith(calls, spec, root) ?? {} }
}

function oneTask(
  name: string,
  place: { root: string; tasksDir: string | undefined },
  onProblem: OnSelectionWarning,
): TaskSpec {
  const [group] = name.split('::', 1) as [string]
  const selected = findSelection([group], { ...place, onProblem }).tasks
  const tasks = group === name ? selected : selected.filter(task => task.name === name)
  const [first, ...others] = tasks
  if (first !== undefined && others.length === 0) return first.spec
  const names = (tasks.length === 0 ? selected : tasks).slice(0, 10).map(task => task.name)
  if (tasks.length === 0) {
    throw new LmEvalError(
      `The group ${group} has no task ${name}; it has ${names.join(', ')}${selected.length > 10 ? ', …' : ''}.`,
      { code: 'TASK_NOT_FOUND' },
    )
  }
  throw new LmEvalError(
    `${name} names ${tasks.length} tasks, show takes one at a time: ${names.join(', ')}${tasks.length > 10 ? ', …' : ''}.`,
    { code: 'TASK_NOT_FOUND' },
  )
}

/** Paths on the command line count from where it was typed, those of a config from Vitest's root. */
function absolutePaths(options: LmEvalOptions, cwd: string): LmEvalOptions {
  const { tasksDir, model, datasets } = options
  const absolute = Object.entries(datasets ?? {}).map(([name, path]) => [name, resolve(cwd, path as string)])
  return {
    ...options,
    ...(tasksDir === undefined ? {} : { tasksDir: resolve(cwd, tasksDir) }),
    ...(model === undefined || model === 'dummy' ? {} : { model: resolve(cwd, model) }),
    ...(datasets === undefined ? {} : { datasets: Object.fromEntries(absolute) }),
  }
}
