import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A folder as `npm install vitest-lm-eval` leaves it: the package as it would be published under node_modules, its
 * dependencies linked. The projects of the tests live below it.
 */
export function createWorkspace(without: readonly string[] = []): { root: string; remove: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vitest-lm-eval-')))
  const modules = join(root, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name.startsWith('.') || name === 'vitest-lm-eval' || without.includes(name)) continue
    symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
  const installed = join(modules, 'vitest-lm-eval')
  for (const part of ['dist', 'tasks', 'examples/tiny-model', 'package.json']) {
    if (!existsSync(join(repository, part))) throw new Error(`${part} is missing: run npm run build first`)
    cpSync(join(repository, part), join(installed, part), { recursive: true })
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
