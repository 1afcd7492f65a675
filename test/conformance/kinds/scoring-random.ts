import { Random } from '../../../plugin/python/index.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { type Recorded, scoringCase } from './scoring-case.ts'

/** The first numbers of a seed, which may have any number of digits. */
export const checkMersenneRandom: CheckCase = row => {
  const { input, expect } = scoringCase<{ seed: string }>(row)
  const random = new Random(BigInt(input.seed))
  const found = (expect.random as number[]).map(() => random.random())
  return outcomeOf(compare('random', expect.random, found, { tolerance: 0 }))
}

/** Draws with replacement, as a bootstrap makes them. */
export const checkMersenneChoices: CheckCase = row => {
  const { input, expect } = scoringCase<{ seed: number; n: number; draws: number }>(row)
  const random = new Random(input.seed)
  const found = (expect.indices as number[][]).map(({ length }) => {
    const drawn = new Int32Array(length)
    random.choiceIndices(input.n, drawn)
    return [...drawn]
  })
  return outcomeOf(compare('indices', expect.indices, found))
}

/** A shuffled range, and a sample of it from a second generator of the seed. */
export const checkMersenneShuffleSample: CheckCase = row => {
  const { input, expect } = scoringCase<{ seed: number; n: number }>(row)
  const items = Array.from({ length: input.n }, (_, index) => index)
  new Random(input.seed).shuffle(items)
  const found: Recorded = { shuffle: items }
  for (const [key, drawn] of Object.entries(expect)) {
    if (!key.startsWith('sample') || !Array.isArray(drawn)) continue
    found[key] = new Random(input.seed).sampleIndices(input.n, drawn.length)
  }
  return outcomeOf(compare('expect', expect, found))
}
