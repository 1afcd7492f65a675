import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CacheSpec } from '../types.ts'
import { DamagedStore } from './store-problem.ts'

/**
 * Saves the answers of a store that a process crashed with.
 * @throws DamagedStore if they cannot be read
 */
export function mendStore({ folder, maxBytes }: CacheSpec): void {
  // The program in a process of its own is the built one; Node 20 cannot run it from source.
  const relative = import.meta.url.endsWith('.ts')
    ? '../../../dist/scorer/score-cache/mend-store.js'
    : './mend-store.js'
  const program = fileURLToPath(new URL(relative, import.meta.url))
  const { status } = spawnSync(process.execPath, [program, folder, String(maxBytes)], {
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (status !== 0) throw new DamagedStore('a process crashed with it')
}
