import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { functionModules } from '../task/function-modules.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import type { TaskSpec } from '../task/types.ts'
import type { TaskModules } from './task-files.ts'

const registerTaskModule = fileURLToPath(
  new URL(`./suite/register-task${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
)

/**
 * Makes a module out of each YAML file. The module imports the files that the task is made of, so that Vite's module graph
 * knows them (watch, `--changed`); what the task says is read in the worker.
 */
export function taskModules(tasks: TaskModules): Plugin {
  return {
    name: 'vitest-lm-eval:tasks',
    enforce: 'pre',
    load(id) {
      const [file = id] = id.split('?')
      if (!/\.ya?ml$/u.test(file)) return null
      return { code: moduleCode(file, tasks.files[file] ?? []), map: firstLineMap(file), moduleType: 'js' }
    },
  }
}

/** Leads the first line of the module to the first of the task file: Vite makes an empty map into one that Vitest 5 cannot read. */
function firstLineMap(file: string): { version: 3; sources: string[]; names: string[]; mappings: string } {
  return { version: 3, sources: [file], names: [], mappings: 'AAAA' }
}

/** The files are imported by name only, for the graph: what is wrong with one of them is told when the task needs it. */
function moduleCode(file: string, specs: readonly TaskSpec[]): string {
  const imports = importedFiles(file, specs).map(imported => `() => import(${JSON.stringify(imported)})`)
  return `import { registerTasks } from ${JSON.stringify(registerTaskModule)}
export const dependencies = [${imports.join(', ')}]
await registerTasks(${JSON.stringify(file)}, file => import(/* @vite-ignore */ file))
`
}

/** Includes and function modules; none for a file that cannot be read, whose error the worker reports with its place. */
function importedFiles(file: string, specs: readonly TaskSpec[]): string[] {
  const files = specs.flatMap(spec => {
    try {
      const taskFile = readTaskSpec(spec)
      return [...taskFile.files.filter(part => /\.ya?ml$/u.test(part)), ...functionModules(taskFile)]
    } catch {
      return []
    }
  })
  return [...new Set(files)].filter(imported => imported !== file)
}
