import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createInProcessScorer } from '../../plugin/scorer/in-process.ts'
import type { GenerateResponse } from '../../plugin/scorer/types.ts'
import type { GenerateRequest } from '../../plugin/task/types.ts'
import { textsOf, tinyModel } from './tiny-model.ts'

interface Recorded {
  context: string
  settings: Record<string, unknown> & { max_gen_toks: number }
  text: string
  tokens: number[]
}

const recorded = readFileSync(new URL('./fixtures/generate-unequal.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

async function textsAt(batchSize: number, requests: readonly GenerateRequest[]): Promise<GenerateResponse[]> {
  const scorer = createInProcessScorer({ ...tinyModel, batchSize })
  try {
    return await textsOf(scorer, requests)
  } finally {
    await scorer.close()
  }
}

const requests = recorded.map(({ context, settings }, ordinal): GenerateRequest => {
  return { type: 'generate_until', context, settings, ordinal }
})

describe.each([1, 3, 7, 64])('batches of %i', batchSize => {
  test("lm-eval's texts, whatever shares the batch", async () => {
    const texts = await textsAt(batchSize, requests)
    expect(texts.map(({ text, tokens }) => ({ text, tokens }))).toEqual(
      recorded.map(({ text, tokens }) => ({ text, tokens: tokens.length })),
    )
    for (const [place, { tokens, stopReason }] of texts.entries()) {
      if (stopReason === 'length') expect(tokens).toBe(recorded[place]?.settings.max_gen_toks)
    }
    expect(new Set(texts.map(({ stopReason }) => stopReason))).toEqual(new Set(['stop', 'end', 'length']))
  })
})

describe('sampled texts', () => {
  const prompts = [...new Set(recorded.map(({ context }) => context))]
  const sampled = (draw?: GenerateRequest['draw'], settings = {}): GenerateRequest[] =>
    prompts.map((context, ordinal) => ({
      type: 'generate_until',
      context,
      settings: { until: ['.'], max_gen_toks: 12 + ordinal, temperature: 1, ...settings },
      ordinal,
      ...(draw === undefined ? {} : { draw }),
    }))
  const texts = (answers: readonly GenerateResponse[]) => answers.map(({ text }) => text)

  test('depend neither on the batch nor on order and company', async () => {
    const alone = await textsAt(1, sampled())
    for (const batchSize of [3, 7]) expect(await textsAt(batchSize, sampled())).toEqual(alone)
    const some = sampled().reverse().slice(2, 7)
    expect(await textsAt(4, some)).toEqual(alone.toReversed().slice(2, 7))
  })

  test('depend on seed and repeat, also within one call', async () => {
    const plain = texts(await textsAt(16, sampled()))
    expect(texts(await textsAt(16, sampled({ seed: 1234, repeat: 0 })))).toEqual(plain)
    expect(texts(await textsAt(16, sampled({ seed: 5, repeat: 0 })))).not.toEqual(plain)
    const both = texts(
      await textsAt(16, [...sampled({ seed: 1234, repeat: 0 }), ...sampled({ seed: 1234, repeat: 1 })]),
    )
    expect(both.slice(0, prompts.length)).toEqual(plain)
    const differing = both.slice(prompts.length).filter((text, place) => text !== plain[place])
    expect(differing.length).toBeGreaterThan(prompts.length / 2)
  })

  test('with one token to choose from are the greedy ones', async () => {
    const greedy = texts(await textsAt(16, sampled(undefined, { temperature: 0 })))
    expect(texts(await textsAt(16, sampled(undefined, { top_k: 1 })))).toEqual(greedy)
  })
})
