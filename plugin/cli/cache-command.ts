import { resolve } from 'node:path'
import { escapeText } from '../report/escape.ts'
import { cachePlace } from '../scorer/score-cache/cache-place.ts'
import { ScoreStore } from '../scorer/score-cache/score-store.ts'
import { removeStores, storeBytes } from '../scorer/score-cache/store-file.ts'
import type { CacheSpec } from '../scorer/types.ts'
import { readConfigOptions } from './config-options.ts'
import type { Output } from './output.ts'
import { lastValue, nearestOf, type OptionRules, type ParsedLine } from './parse-line.ts'
import { callNamed } from './select-call.ts'
import { UsageError } from './usage-error.ts'

export const cacheOptions: OptionRules = {
  root: { value: 'DIR', about: "the project's root (default: the working directory)" },
  config: {
    value: 'FILE',
    about: 'Vitest config whose lmEval() options count (default: the one in the root; none: no config)',
  },
  project: { value: 'NAME', about: 'the cache of one lmEval() of the config, by its name (default: of all)' },
}

type CacheAction = (cache: CacheSpec) => Promise<string> | string

const actions: Readonly<Record<string, CacheAction>> = { info: describe, clear }

/**
 * `vitest-lm-eval cache info` and `cache clear`: the score caches that the lmEval() calls of the config use.
 * @throws LmEvalError OPTION for a config that cannot be read
 */
export async function cacheCommand(line: ParsedLine, output: Output): Promise<void> {
  const [name, ...others] = line.positionals
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined || others.length > 0) throw new UsageError(problemOf(name, others))
  const caches = await configuredCaches(line, output.cwd)
  if (caches.length === 0) output.write('The score cache is off (option cache, or VITEST_LM_EVAL_CACHE).\n')
  for (const cache of caches) output.write(`${escapeText(await action(cache))}\n`)
}

function problemOf(name: string | undefined, others: readonly string[]): string {
  if (name === undefined) return 'cache needs an action: info or clear.'
  if (others.length > 0) return `cache takes one action, not ${others.length + 1}.`
  return `unknown action ${name}; ${nearestOf(name, Object.keys(actions))}`
}

/** Each folder once; without a config, the one that lmEval() would use by default. */
async function configuredCaches(line: ParsedLine, cwd: string): Promise<CacheSpec[]> {
  const started = resolve(cwd, lastValue(line, 'root') ?? '.')
  const { root, calls } = await readConfigOptions(started, lastValue(line, 'config'))
  const named = callNamed(calls, lastValue(line, 'project'))
  // The dummy's answers are not kept.
  const chosen = (named === undefined ? calls : [named]).filter(({ model }) => model !== 'dummy')
  const options = calls.length === 0 ? [true] : chosen.map(({ cache }) => cache)
  const caches = options.flatMap(option => cachePlace(option, root) ?? [])
  return [...new Map(caches.map(cache => [cache.folder, cache])).values()]
}

async function describe(cache: CacheSpec): Promise<string> {
  const bytes = storeBytes(cache.folder)
  if (bytes === 0) return `${cache.folder}: no answers`
  const store = await ScoreStore.open(cache)
  const entries = store.entries()
  await store.close()
  if (store.problem !== undefined) return store.problem
  return `${cache.folder}: ${entries} answers, ${bytes} bytes of at most ${cache.maxBytes}`
}

function clear({ folder }: CacheSpec): string {
  const bytes = removeStores(folder)
  return bytes === 0 ? `${folder}: nothing to remove` : `${folder}: ${bytes} bytes removed`
}
