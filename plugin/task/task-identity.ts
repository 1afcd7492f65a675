import { LmEvalError } from '../errors.ts'
import { dictHas } from '../python/index.ts'
import { readTaskFile } from './task-file.ts'
import type { TaskFile } from './types.ts'

/** What a YAML file defines. */
export type TaskIdentity =
  | { kind: 'task' | 'group'; name: string; tags: string[]; taskFile: TaskFile }
  /** Neither a task nor a group: a part for others to include, or a name that is no text. */
  | { kind: 'part'; nameless: boolean; problem: string; taskFile: TaskFile }
  /** The file cannot be read at all. */
  | { kind: 'broken'; error: LmEvalError }

/**
 * Says what a file defines, by the harness's order: a file with `class` is a task, else one with `group` is a group, else
 * one with `task` is a task (task-spec.md, 1.1).
 */
export function identifyTask(file: string): TaskIdentity {
  let taskFile: TaskFile
  try {
    taskFile = readTaskFile(file)
  } catch (error) {
    if (error instanceof LmEvalError) return { kind: 'broken', error }
    throw error
  }
  const { config } = taskFile
  const kind = !dictHas(config, 'class') && dictHas(config, 'group') ? 'group' : 'task'
  const nameless = !dictHas(config, kind)
  const part = (problem: string): TaskIdentity => ({ kind: 'part', nameless, problem, taskFile })
  if (nameless) return part('it has neither a field task nor a field group')
  const name = config[kind]
  if (typeof name !== 'string' || name === '') return part(`its field ${kind} is no name`)
  return { kind, name, tags: kind === 'task' ? tagsOf(config.tag) : [], taskFile }
}

function tagsOf(tag: unknown): string[] {
  const tags = Array.isArray(tag) ? tag : [tag]
  return tags.filter(name => typeof name === 'string' && name !== '')
}
