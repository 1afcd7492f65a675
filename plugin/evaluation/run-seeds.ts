import { LmEvalError } from '../errors.ts'
import { isNumber, pyInt, strip } from '../python/index.ts'
import type { TaskWarning } from '../task/types.ts'

export type Seed = number | bigint | null

/** What the harness seeds its four generators with: random, numpy, torch, few-shot sampling. */
const defaultSeeds: Seed[] = [0, 1234, 1234, 1234]

/**
 * Seeds of the four generators from one for all, three (the few-shot seed is then 1234) or four; fractions are cut off and
 * texts read as Python's `int()` does.
 * @returns null where no generator is to be seeded
 * @throws LmEvalError OPTION for another count, or for what is no number
 */
export function resolveSeeds(seed: unknown, onWarning: (warning: TaskWarning) => void): Seed[] | null {
  if (seed === undefined) return defaultSeeds
  if (seed === null) return null
  const given = (Array.isArray(seed) ? seed : [seed]).map(toSeed)
  if (given.length === 1) return Array.from(defaultSeeds, () => given[0] as Seed)
  if (given.length === 3) {
    onWarning({ code: 'seed_filled', message: 'three seeds: the few-shot seed is 1234.' })
    return [...given, ...defaultSeeds.slice(3)]
  }
  if (given.length === 4) return given
  throw wrong(`there must be one, three or four seeds (random, numpy, torch, few-shot), not ${given.length}`)
}

function toSeed(value: unknown): Seed {
  if (value === null || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return Number(value)
  if (isNumber(value) && Number.isFinite(Number(value))) return Math.trunc(Number(value))
  const digits = typeof value === 'string' ? strip(value) : ''
  if (!/^[+-]?[0-9]+(?:_[0-9]+)*$/u.test(digits)) throw wrong('seeds must be whole numbers or null')
  return pyInt(BigInt(digits.replace(/^\+/u, '').replaceAll('_', '')))
}

function wrong(problem: string): LmEvalError {
  return new LmEvalError(`${problem}.`, { code: 'OPTION' })
}
