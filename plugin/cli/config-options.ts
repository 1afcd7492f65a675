import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import type { ResolvedOptions } from '../vitest/options.ts'
import { loadVite } from './vite.ts'

/** What a Vitest config says about this package. */
export interface ConfigOptions {
  /** Vitest's root folder. */
  root: string
  /** Options of every lmEval() in it, in order. */
  calls: ResolvedOptions[]
}

const configNames = ['vitest', 'vite'].flatMap(name =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(extension => `${name}.config.${extension}`),
)

/**
 * Options of the lmEval() calls in a Vitest config, those of its inline projects included.
 * @param file relative to `root`; `none` for no config. Default: the first that Vitest would find in `root`; may be missing
 * @throws LmEvalError OPTION for a file that is not there or cannot be loaded
 */
export async function readConfigOptions(root: string, file: string | undefined): Promise<ConfigOptions> {
  const path =
    file === undefined ? configNames.map(name => resolve(root, name)).find(existsSync) : resolve(root, file)
  if (file === 'none' || path === undefined) return { root, calls: [] }
  if (!existsSync(path)) {
    throw new LmEvalError(`There is no config ${path}; give another --config, or --config none.`, {
      code: 'OPTION',
    })
  }
  const config = await load(path)
  const inner = config.test?.root ?? config.root
  const projects = (config.test?.projects ?? []).filter(project => typeof project === 'object')
  const plugins = await Promise.all([config, ...projects].map(part => flatten(part.plugins)))
  return {
    root: inner === undefined ? root : resolve(dirname(path), inner),
    calls: plugins.flat().flatMap(optionsOfPlugin),
  }
}

/** Those parts of a Vitest config that matter here. */
interface Config {
  root?: string
  plugins?: unknown
  test?: { root?: string; projects?: Config[] }
}

async function load(path: string): Promise<Config> {
  const { loadConfigFromFile } = await loadVite()
  try {
    const env = { command: 'serve', mode: 'test', isSsrBuild: false, isPreview: false } as const
    const loaded = await loadConfigFromFile(env, path, dirname(path), 'silent')
    return (loaded?.config ?? {}) as Config
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/[.\s]+$/u, '')
    throw new LmEvalError(`The config ${path} cannot be loaded: ${reason}. Mend it, or give --config none.`, {
      code: 'OPTION',
      cause,
    })
  }
}

/** Plugins nest, and may be promises or absent. */
async function flatten(plugins: unknown): Promise<unknown[]> {
  const value = await plugins
  if (!Array.isArray(value)) return [value]
  return (await Promise.all(value.map(flatten))).flat()
}

/** Another copy of this package may have made the plugin, so it is known by its name. */
function optionsOfPlugin(plugin: unknown): ResolvedOptions[] {
  if (typeof plugin !== 'object' || plugin === null) return []
  const { name, api } = plugin as { name?: unknown; api?: { options?: ResolvedOptions } }
  const isOurs = typeof name === 'string' && name.startsWith('vitest-lm-eval:')
  return isOurs && api?.options !== undefined ? [api.options] : []
}
