import type { Vitest } from 'vitest/node'
import { LmEvalReporter } from './index.ts'

const added = new WeakSet<Vitest>()

/** Adds our reporter behind the user's, once; a run that only writes a blob needs none. */
export function addReporter(vitest: Vitest): void {
  if (added.has(vitest)) return
  added.add(vitest)
  const configured = vitest.config.reporters as unknown[]
  if (configured.some(entry => entry instanceof LmEvalReporter)) return
  configured.push(new LmEvalReporter())
}
