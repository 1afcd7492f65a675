import { LmEvalError } from '../errors.ts'
import { findTasks } from '../task/find-tasks.ts'
import type { TaskSpec } from '../task/types.ts'
import type { ResolvedOptions } from '../vitest/options.ts'
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

/** The first call whose tasks hold this one, else the first of all. */
export function callWith(
  calls: readonly ResolvedOptions[],
  spec: TaskSpec,
  root: string,
): ResolvedOptions | undefined {
  return calls.find(call => holds(call, spec, root)) ?? calls[0]
}

function holds({ tasks, tasksDir }: ResolvedOptions, spec: TaskSpec, root: string): boolean {
  try {
    return findTasks(tasks, { root, tasksDir }).some(
      ({ name, file }) => name === spec.name && file === spec.file,
    )
  } catch (error) {
    if (error instanceof LmEvalError) return false
    throw error
  }
}
