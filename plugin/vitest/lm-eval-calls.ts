import type { Vitest } from 'vitest/node'
import { LmEvalError } from '../errors.ts'
import type { TaskSpec } from '../task/types.ts'
import { ownedBaseline } from './baseline-path.ts'
import type { ResolvedOptions } from './options.ts'

interface Claim {
  /** Name of the lmEval() call. */
  name: string
  task: string
}

/** Who owns a baseline file. */
const claims = new WeakMap<Vitest, Map<string, Claim>>()

/**
 * Two suites on one baseline file would overwrite each other's figures.
 * @throws LmEvalError OPTION
 */
export function claimBaselines(
  vitest: Vitest,
  tasks: readonly TaskSpec[],
  baselines: string,
  name: string,
): void {
  const owners = claims.get(vitest) ?? new Map<string, Claim>()
  claims.set(vitest, owners)
  for (const spec of tasks) {
    const owned = ownedBaseline(spec, baselines)
    if (owned === undefined) continue
    const owner = owners.get(owned.file)
    if (owner !== undefined) {
      const problem =
        owner.name === name
          ? `The tasks ${owner.task} and ${owned.task} both keep their figures in ${owned.file}; rename one of them or give it another version.`
          : `lmEval() '${owner.name}' and '${name}' both keep task ${owned.task} in ${owned.file}; give one of them another \`baselines\` folder.`
      throw new LmEvalError(problem, { code: 'OPTION' })
    }
    owners.set(owned.file, { name, task: owned.task })
  }
}

/** Options of the lmEval() calls of a Vitest run, by name. */
const injected = new WeakMap<Vitest, Map<string, string>>()

/**
 * A config with several projects makes the plugin anew for each of them; the tasks are added once.
 * @throws LmEvalError OPTION for two calls with one name and different options
 */
export function wasInjected(vitest: Vitest, options: ResolvedOptions): boolean {
  const calls = injected.get(vitest) ?? new Map<string, string>()
  injected.set(vitest, calls)
  const call = JSON.stringify(options)
  const before = calls.get(options.name)
  calls.set(options.name, call)
  if (before !== undefined && before !== call) {
    throw new LmEvalError(
      `Two lmEval() of this config have the name '${options.name}'; give each a \`name\` of its own.`,
      { code: 'OPTION' },
    )
  }
  return before !== undefined
}
