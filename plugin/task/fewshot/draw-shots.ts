import { pyEquals, type Random } from '../../python/index.ts'
import type { Doc, FewshotConfig } from '../types.ts'

export interface Draw {
  pool: readonly Doc[]
  count: number
  /** The evaluated document where it must not be its own example. */
  exclude: Doc | undefined
  random: Random
}

/**
 * Positions of one document's examples in the pool, in prompt order (task-spec.md, 10.3).
 * @throws RangeError where the pool is too small
 */
export function drawShots(sampler: FewshotConfig['sampler'], draw: Draw): number[] {
  if (typeof sampler === 'function') return checked(sampler({ ...draw }), draw)
  return sampler === 'first_n' ? firstShots(draw) : sampledShots(draw)
}

/** The first rows that are not the evaluated document; no random number is drawn. */
function firstShots({ pool, count, exclude }: Draw): number[] {
  const taken: number[] = []
  for (let index = 0; index < pool.length && taken.length < count; index++) {
    if (exclude === undefined || !pyEquals(pool[index], exclude)) taken.push(index)
  }
  return enough(taken, count)
}

/** One more than needed is drawn so that the evaluated document can go; where copies of it leave too few, all is drawn again. */
function sampledShots({ pool, count, exclude, random }: Draw): number[] {
  // An empty document counts as none.
  if (exclude === undefined || Object.keys(exclude).length === 0) {
    return random.sampleIndices(pool.length, count)
  }
  const other = (index: number): boolean => !pyEquals(pool[index], exclude)
  const drawn = random
    .sampleIndices(pool.length, count + 1)
    .filter(other)
    .slice(0, count)
  if (drawn.length === count) return drawn
  const others = pool.map((_, index) => index).filter(other)
  if (others.length < count) throw tooFew(others.length, count)
  return random.sample(others, count)
}

function enough(shots: number[], count: number): number[] {
  if (shots.length === count) return shots
  throw tooFew(shots.length, count)
}

function tooFew(there: number, count: number): RangeError {
  const are = there === 1 ? '1 row is' : `${there} rows are`
  return new RangeError(
    `${count} examples that differ from the document are wanted and ${are} there; ask for fewer shots or name another fewshot_split`,
  )
}

function checked(shots: unknown, { pool, count }: Draw): number[] {
  const positions = Array.isArray(shots) ? (shots as number[]) : []
  if (
    positions.some(index => !Number.isInteger(index) || pool[index] === undefined) ||
    !Array.isArray(shots)
  ) {
    throw new TypeError('the sampler function must return positions in the pool')
  }
  return enough(positions, count)
}
