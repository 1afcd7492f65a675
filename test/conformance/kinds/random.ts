import { isInt, Random } from '../../../plugin/python/index.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'

/** The seeded generator's first draws of each kind. */
export const checkRandomRaw: CheckCase = ({ seed, expected }) => {
  const random = new Random(isInt(seed) ? (seed as number) : BigInt(seed as string))
  const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw)
  const found = {
    random: times(5, () => random.random()),
    getrandbits32: times(5, () => random.getrandbits(32)),
    getrandbits5: times(8, () => random.getrandbits(5)),
    randbelow: (expected.randbelow as [number, number][]).map(([n]) => [n, random.randbelow(n)]),
  }
  return outcomeOf(compare('expected', expected, found))
}

/** Samples drawn one after the other from one generator. */
export const checkRandomSample: CheckCase = ({ seed, n, k, expected, ...row }) => {
  const random = new Random(isInt(seed) ? (seed as number) : BigInt(seed as string))
  const calls = (expected.calls ?? row.calls ?? [[]]) as number[][]
  try {
    const found = calls.map(() => random.sampleIndices(n as number, k as number))
    return outcomeOf(
      expected.error === undefined
        ? compare('calls', calls, found)
        : [{ where: 'error', recorded: expected.error, found }],
    )
  } catch (error) {
    return outcomeOf(
      expected.error === undefined ? [{ where: 'calls', recorded: calls, found: String(error) }] : [],
    )
  }
}
