import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { identifyTask } from './task-identity.ts'

/** A task and the file that defines it. */
export interface FoundTask {
  name: string
  /** Absolute. */
  file: string
}

/** A file under a task folder that is no usable task file. */
export interface TaskProblem {
  file: string
  reason: string
}

/** What the task folders define, by name. */
export interface TaskRegistry {
  /** More than one file where a folder defines a name twice. */
  tasks: Map<string, FoundTask[]>
  groups: Set<string>
}

/** Folder of the tasks that ship with the package. */
export const shippedTasksDir = fileURLToPath(new URL('../../tasks', import.meta.url))

/**
 * Reads every `*.yaml` below the folders; tasks of a later folder hide those of the same name in an earlier one.
 * @param onProblem told about files that define no task or cannot be read
 */
export function registerTasks(
  folders: readonly string[],
  onProblem: ((problem: TaskProblem) => void) | undefined,
): TaskRegistry {
  const registry: TaskRegistry = { tasks: new Map(), groups: new Set() }
  for (const folder of folders) {
    const here = new Map<string, FoundTask[]>()
    for (const file of yamlFiles('**/*.yaml', folder)) {
      const { name, error, problem = 'it defines no task', group } = identifyTask(file)
      if (group !== undefined) registry.groups.add(group)
      if (name === undefined) onProblem?.({ file, reason: error?.message ?? problem })
      else here.set(name, [...(here.get(name) ?? []), { name, file }])
    }
    for (const [name, tasks] of here) registry.tasks.set(name, tasks)
  }
  return registry
}

/** Files that a glob matches, absolute and sorted; node_modules left out. */
export function yamlFiles(pattern: string, root: string): string[] {
  return globSync(pattern, {
    cwd: root,
    absolute: true,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
  })
    .map(file => resolve(file))
    .sort()
}
