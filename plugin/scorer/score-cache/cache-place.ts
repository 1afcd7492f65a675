import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CacheSpec } from '../types.ts'

/** The option `cache` of lmEval(). */
export type CacheOption = boolean | { folder?: string; maxBytes?: number }

/** Size of a score cache unless the option says otherwise: 1 GiB. */
const defaultBytes = 1024 ** 3
const folderName = 'vitest-lm-eval'

/**
 * Where the score cache lies; undefined: there is none. The environment variable VITEST_LM_EVAL_CACHE (`off`, or a folder) wins
 * over the option, so that one run can do without the cache, or use another, whatever the config says.
 * @param root folder that a relative folder counts from; its node_modules/.cache is the default
 */
export function cachePlace(
  option: CacheOption,
  root: string,
  environment: NodeJS.ProcessEnv = process.env,
): CacheSpec | undefined {
  const asked = environment.VITEST_LM_EVAL_CACHE
  if (asked === 'off') return undefined
  const folder = asked === undefined || asked === '' ? undefined : asked
  if (option === false && folder === undefined) return undefined
  const given = typeof option === 'object' ? option : {}
  return {
    folder: resolve(root, folder ?? given.folder ?? defaultFolder(root, environment)),
    maxBytes: given.maxBytes ?? defaultBytes,
  }
}

function defaultFolder(root: string, environment: NodeJS.ProcessEnv): string {
  const modules = join(root, 'node_modules')
  return join(existsSync(modules) ? join(modules, '.cache') : userCache(environment), folderName)
}

/** The system's folder for caches of this user. */
function userCache({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return XDG_CACHE_HOME === undefined || XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME
}
