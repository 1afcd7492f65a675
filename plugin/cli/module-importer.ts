import { pathToFileURL } from 'node:url'
import { loadVite } from './vite.ts'

/** Imports function modules of tasks: JavaScript as it is, TypeScript through Vite, as in a Vitest run. */
export function moduleImporter(root: string): (file: string) => Promise<Record<string, unknown>> {
  return async file => {
    if (!/\.m?ts$/u.test(file)) return import(pathToFileURL(file).href)
    const { runnerImport } = await loadVite()
    const { module } = await runnerImport<Record<string, unknown>>(file, {
      root,
      configFile: false,
      logLevel: 'error',
    })
    return module
  }
}
