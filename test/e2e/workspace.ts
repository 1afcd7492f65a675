import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Another Vitest to test against: its node_modules folder. Default: this repository's own. */
export const vitestModules = process.env.TEST_VITEST_MODULES ?? join(repository, 'node_modules')

/** Major version of the Vitest under test. */
export const vitestMajor = Number(
  JSON.parse(readFileSync(join(vitestModules, 'vitest/package.json'), 'utf8')).version.split('.')[0],
)

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
    const other = join(vitestModules, name)
    symlinkSync(existsSync(other) ? other : join(repository, 'node_modules', name), join(modules, name))
  }
  const installed = join(modules, 'vitest-lm-eval')
  for (const part of ['dist', 'tasks', 'examples/tiny-model', 'package.json']) {
    if (!existsSync(join(repository, part))) throw new Error(`${part} is missing: run npm run build first`)
    cpSync(join(repository, part), join(installed, part), { recursive: true })
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
