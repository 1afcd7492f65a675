import { describe, expect, test } from 'vitest'
import { decodeHalfFloats } from '../../../plugin/scorer/session/half-floats.ts'
import { scoreToken } from '../../../plugin/scorer/session/token-score.ts'

describe('log-softmax', () => {
  test('is shift-invariant where a naive sum overflows', () => {
    const row = [1, 2, 3]
    const exact = 2 - Math.log(Math.exp(1) + Math.exp(2) + Math.exp(3))
    for (const shift of [0, 5000, -5000]) {
      const { logProbability } = scoreToken(
        row.map(x => x + shift),
        0,
        3,
        1,
      )
      expect(logProbability).toBeCloseTo(exact, 12)
    }
  })

  test('equal logits give the logarithm of the vocabulary', () => {
    const vocabulary = 50_000
    const { logProbability } = scoreToken(new Float32Array(vocabulary), 0, vocabulary, 49_999)
    expect(logProbability).toBeCloseTo(-Math.log(vocabulary), 12)
  })

  test('the first of equal maxima is greedy', () => {
    expect(scoreToken([0, 7, 7], 0, 3, 1).isGreedy).toBe(true)
    expect(scoreToken([0, 7, 7], 0, 3, 2).isGreedy).toBe(false)
  })

  test('reads the row that it is told', () => {
    expect(scoreToken([9, 9, 0, 1], 2, 2, 1)).toEqual(scoreToken([0, 1], 0, 2, 1))
  })

  test('an impossible token is -Infinity, NaN stays NaN', () => {
    expect(scoreToken([0, Number.NEGATIVE_INFINITY], 0, 2, 1).logProbability).toBe(Number.NEGATIVE_INFINITY)
    expect(scoreToken([0, Number.NaN, 1], 0, 3, 0).logProbability).toBeNaN()
    expect(scoreToken([Number.NaN, 0, 1], 0, 3, 2).logProbability).toBeNaN()
  })
})

test('half-precision bit patterns', () => {
  const bits = Uint16Array.of(0x0000, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x3555, 0x7c00, 0xfc00, 0x7e00)
  const expected = [
    0,
    1,
    -2,
    65_504,
    2 ** -24,
    0.333251953125,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
  ]
  expect([...decodeHalfFloats(bits)]).toEqual(expected)
})
