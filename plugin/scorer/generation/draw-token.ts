import { createHash } from 'node:crypto'
import { MersenneTwister } from '../../python/mersenne-twister.ts'

/** What a text's draws depend on beside its prompt. */
export interface Draw {
  /** The run's sampling seed. */
  seed: number
  /** Which of a document's repeats it is, from 0. */
  repeat: number
}

/** Without a seed of the run's own: the harness's seed of torch. */
export const defaultDraw: Draw = { seed: 1234, repeat: 0 }

/** Numbers in [0, 1), one after the other. */
export type Lots = () => number

/**
 * The lots of one text: a Mersenne Twister seeded with the SHA-256 of seed, prompt and repeat. So a text depends on nothing
 * else: not on the documents around it, their order, the batch or the shard.
 */
export function lotsOf(prompt: string, { seed, repeat }: Draw): Lots {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, repeat, prompt]))
    .digest()
  const words = Array.from({ length: digest.byteLength / 4 }, (_, word) => digest.readUInt32LE(4 * word))
  const twister = new MersenneTwister()
  twister.seedByArray(words)
  return () => twister.double()
}

/**
 * The token that a lot falls on when tokens lie side by side in the order of their ids, each as wide as its probability.
 * @param scores logits, -Infinity for tokens that cannot be drawn
 * @returns undefined if there is NaN among them, or nothing to draw
 */
export function drawToken(scores: ArrayLike<number>, lot: number): number | undefined {
  let maximum = Number.NEGATIVE_INFINITY
  for (let i = 0; i < scores.length; i += 1) {
    if (Number.isNaN(scores[i])) return undefined
    maximum = Math.max(maximum, scores[i] as number)
  }
  if (!Number.isFinite(maximum)) return undefined
  let total = 0
  for (let i = 0; i < scores.length; i += 1) total += Math.exp((scores[i] as number) - maximum)
  const target = lot * total
  let reached = 0
  let drawn: number | undefined
  for (let i = 0; i < scores.length; i += 1) {
    const width = Math.exp((scores[i] as number) - maximum)
    if (width === 0) continue
    reached += width
    drawn = i
    if (target < reached) break
  }
  return drawn
}
