import { expect, test } from 'vitest'
import { decodeResponse, encodeResponse } from '../../plugin/scorer/model-process/protocol.ts'
import type { Response } from '../../plugin/scorer/types.ts'

const answer = { logLikelihood: -1.5, isGreedy: true, tokens: 2, truncated: 3 }

test.each<[string, Response]>([
  ['a log-likelihood', answer],
  ['one that JSON has no number for', { ...answer, logLikelihood: Number.NEGATIVE_INFINITY }],
  ['a continuation encoded alone', { ...answer, alone: true }],
  ['an answer from the score cache', { ...answer, cached: true }],
  ['one that was encoded alone besides', { ...answer, alone: true, cached: true }],
  ['a text from the score cache', { text: 'a', stopReason: 'end', tokens: 1, truncated: 0, cached: true }],
  ['a text', { text: 'naïve\n\ud83d', stopReason: 'stop', tokens: 3, truncated: 0 }],
])('%s comes out of the socket as it went in', (_, response) => {
  const wire = JSON.parse(JSON.stringify(encodeResponse(4, response)))
  expect(decodeResponse(wire)).toEqual([4, response])
})
