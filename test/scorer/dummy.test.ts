import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDummyScorer } from '../../plugin/scorer/dummy.ts'
import type { LoglikelihoodResponse } from '../../plugin/scorer/types.ts'
import type { Request } from '../../plugin/task/types.ts'

const draws = JSON.parse(
  readFileSync(new URL('./fixtures/random-42.json', import.meta.url), 'utf8'),
) as Record<string, number>

const request = (ordinal: number): Request => ({
  type: 'loglikelihood',
  context: '',
  continuation: 'x',
  ordinal,
})

async function answers(ordinals: number[]): Promise<LoglikelihoodResponse[]> {
  const responses: LoglikelihoodResponse[] = []
  await createDummyScorer().score(ordinals.map(request), {
    onScored: (index, response) => {
      responses[index] = response as LoglikelihoodResponse
    },
  })
  return responses
}

test("request k gets minus CPython's k-th draw, whatever else is selected", async () => {
  const ordinals = Object.keys(draws).map(Number)
  for (const order of [ordinals, ordinals.toReversed(), [18_883]]) {
    const responses = await answers(order)
    expect(responses.map(({ logLikelihood }) => logLikelihood)).toEqual(order.map(k => -(draws[k] as number)))
    expect(responses.every(({ isGreedy }) => !isGreedy)).toBe(true)
  }
})

test('200,000 requests are answered', async () => {
  const responses = await answers(Array.from({ length: 200_000 }, (_, k) => k))
  expect(responses[199_999]?.logLikelihood).toBe(-(draws[199_999] as number))
})

test('stops when aborted', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(createDummyScorer().score([request(0)], { onScored: () => {}, signal })).rejects.toThrow(
    'enough',
  )
})

test('rolling requests draw from the same numbers, and generated text is lol', async () => {
  const responses: unknown[] = []
  const requests: Request[] = [
    { type: 'loglikelihood_rolling', text: 'x', ordinal: 1 },
    { type: 'generate_until', context: 'x', settings: {}, ordinal: 2 },
  ]
  await createDummyScorer().score(requests, {
    onScored: (index, response) => {
      responses[index] = response
    },
  })
  expect(responses).toMatchObject([{ logLikelihood: -(draws[1] as number) }, { text: 'lol', truncated: 0 }])
})
