import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeAnswer, encodeAnswer } from '../../../plugin/scorer/score-cache/stored-answer.ts'
import type { Response } from '../../../plugin/scorer/types.ts'

const key = createHash('sha256').update('a request').digest()

const answers: Response[] = [
  { logLikelihood: -5.991313000000001, isGreedy: false, tokens: 3, truncated: 0 },
  { logLikelihood: -0.1 - 0.2, isGreedy: true, tokens: 1, truncated: 4_000_000_000 },
  { logLikelihood: -5e-324, isGreedy: true, tokens: 70_000, truncated: 12 },
  { logLikelihood: -0, isGreedy: true, tokens: 0, truncated: 0, alone: true },
  { logLikelihood: Number.NEGATIVE_INFINITY, isGreedy: false, tokens: 1, truncated: 0 },
  { text: '', stopReason: 'end', tokens: 1, truncated: 0 },
  { text: ' naïve 𝒳\u0000\n\ud800 end', stopReason: 'stop', tokens: 9, truncated: 2 },
]

test.each(answers)('%j comes back as it was', answer => {
  const back = decodeAnswer(key, encodeAnswer(key, answer))
  expect(back).toEqual(answer)
  if ('logLikelihood' in answer) expect(back).toHaveProperty('logLikelihood', answer.logLikelihood)
})

test('that an answer once came from the cache is not kept', () => {
  const [answer] = answers as [Response]
  expect(decodeAnswer(key, encodeAnswer(key, { ...answer, cached: true }))).toEqual(answer)
})

test.each(answers)('no changed byte of %j is taken for an answer', answer => {
  const bytes = encodeAnswer(key, answer)
  for (const [place, byte] of bytes.entries()) {
    for (const changed of [byte ^ 1, byte ^ 0x80]) {
      const other = Buffer.from(bytes)
      other[place] = changed
      expect(decodeAnswer(key, other)).toBeUndefined()
    }
  }
  for (let end = 0; end < bytes.length; end += 1)
    expect(decodeAnswer(key, bytes.subarray(0, end))).toBeUndefined()
})

test("another request's answer is not taken for this one's", () => {
  const other = createHash('sha256').update('another').digest()
  for (const answer of answers) expect(decodeAnswer(other, encodeAnswer(key, answer))).toBeUndefined()
})
