import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { LmEvalError } from '../errors.ts'

type Vite = typeof import('vite')

/**
 * The Vite that Vitest uses. It is Vitest's dependency, not ours, so it is looked for from there.
 * @throws LmEvalError OPTION where Vitest is not installed
 */
export async function loadVite(): Promise<Vite> {
  let file: string
  try {
    const fromHere = createRequire(import.meta.url)
    file = createRequire(fromHere.resolve('vitest/package.json')).resolve('vite')
  } catch (cause) {
    throw new LmEvalError(
      'Vite, which reads vitest.config.ts and function modules, is not found: install vitest beside vitest-lm-eval.',
      { code: 'OPTION', cause },
    )
  }
  return import(pathToFileURL(file).href) as Promise<Vite>
}
