import { expect, test } from 'vitest'
import { drawToken, lotsOf } from '../../../plugin/scorer/generation/draw-token.ts'

// CPython: random.Random(int.from_bytes(sha256(json).digest(), 'little')), json as [seed,repeat,"prompt"].
test.each([
  [1234, 0, 'The', [0.6089567540420279, 0.106580818660575, 0.1535180449534852]],
  [1234, 1, 'The', [0.2033131085042641, 0.16398575336504306, 0.6484149735591647]],
  [7, 0, 'naïve 👍', [0.6578235399492558, 0.1508112367388763, 0.7620381595662811]],
] as const)('lots of seed %i, repeat %i, prompt %s', (seed, repeat, prompt, expected) => {
  const next = lotsOf(prompt, { seed, repeat })
  expect([next(), next(), next()]).toEqual(expected)
})

const never = Number.NEGATIVE_INFINITY

test('a lot falls on the token whose share of the line it lies in', () => {
  const scores = [never, Math.log(0.5), never, Math.log(0.3), Math.log(0.2), never]
  const at = (lot: number) => drawToken(scores, lot)
  expect([0, 0.499, 0.501, 0.799, 0.801, 1 - 2 ** -53].map(at)).toEqual([1, 1, 3, 3, 4, 4])
})

test('draws are as frequent as they are likely', () => {
  const shares = [0.05, 0.6, 0.25, 0.1]
  const counts = [0, 0, 0, 0]
  const next = lotsOf('frequency', { seed: 1, repeat: 0 })
  const total = 20_000
  for (let i = 0; i < total; i += 1) {
    const token = drawToken(shares.map(Math.log), next()) as number
    counts[token] = (counts[token] as number) + 1
  }
  for (const [token, share] of shares.entries()) {
    const deviation = Math.sqrt(total * share * (1 - share))
    expect(Math.abs((counts[token] as number) - total * share)).toBeLessThan(4 * deviation)
  }
})

test('NaN, and nothing to draw', () => {
  expect(drawToken([1, Number.NaN, 2], 0.5)).toBeUndefined()
  expect(drawToken([never, never], 0.5)).toBeUndefined()
})
