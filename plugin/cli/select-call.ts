import { LmEvalError } from '../errors.ts'
import { findSelection } from '../task/find-tasks.ts'
import type { Selection } from '../task/select/select-tasks.ts'
import type { TaskSpec } from '../task/types.ts'
import type { ResolvedOptions } from '../vitest/options.ts'
import { taskPatterns } from '../vitest/task-files.ts'
import { nearestOf } from './parse-line.ts'

/**
 * The lmEval() call of that name; undefined if no name is asked for.
 * @throws LmEvalError OPTION where no call has it
 */
export function callNamed(
  calls: readonly ResolvedOptions[],
  name: string | undefined,
): ResolvedOptions | undefined {
  if (name === undefined) return undefined
  const call = calls.find(candidate => candidate.name === name)
  if (call !== undefined) return call
  const hint =
    calls.length === 0
      ? 'the config has none.'
      : nearestOf(
          name,
          calls.map(each => each.name),
        )
  throw new LmEvalError(`No lmEval() of the config is named ${name}; ${hint}`, { code: 'OPTION' })
}

/** A task that a lmEval() call runs, as it runs it: with the overrides of the group that brings it. */
export interface CalledTask {
  call: ResolvedOptions
  spec: TaskSpec
}

/** The first of the calls that runs a task of this name, with that task; undefined where none does. */
export function calledTask(
  calls: readonly ResolvedOptions[],
  name: string,
  root: string,
): CalledTask | undefined {
  for (const call of calls) {
    const found = selectionOf(call, root).find(task => task.name === name)
    if (found !== undefined) return { call, spec: found.spec }
  }
  return undefined
}

/** The first call whose tasks hold this one, else the first of all. */
export function callWith(
  calls: readonly ResolvedOptions[],
  spec: TaskSpec,
  root: string,
): ResolvedOptions | undefined {
  const holds = (call: ResolvedOptions): boolean =>
    selectionOf(call, root).some(({ name, spec: { file } }) => name === spec.name && file === spec.file)
  return calls.find(holds) ?? calls[0]
}

/** What a call runs; nothing where it cannot tell, which a run says. */
function selectionOf(call: ResolvedOptions, root: string): Selection['tasks'] {
  try {
    return findSelection(taskPatterns(call, root), { root, tasksDir: call.tasksDir }).tasks
  } catch (error) {
    if (error instanceof LmEvalError) return []
    throw error
  }
}
