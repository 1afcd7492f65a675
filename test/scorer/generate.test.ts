import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { pyFloat } from '../../plugin/python/index.ts'
import { createInProcessScorer } from '../../plugin/scorer/in-process.ts'
import type { Request } from '../../plugin/task/types.ts'
import { answersOf, request, textsOf, tinyModel } from './tiny-model.ts'

interface Recorded {
  context: string
  text: string
  tokens: number[]
  context_tokens: number
}

const recorded = readFileSync(new URL('./fixtures/generate-tiny.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

const generateUntil = (context: string, settings: Record<string, unknown>, ordinal = 0): Request => ({
  type: 'generate_until',
  context,
  settings,
  ordinal,
})

/** As the recorded run had them. */
const settings = {
  until: ['Question:', '</s>', '<|im_end|>'],
  do_sample: false,
  temperature: pyFloat(0),
  max_gen_toks: 64,
}

const scorer = createInProcessScorer(tinyModel)
afterAll(() => scorer.close())

test("lm-eval's texts on 20 prompts", async () => {
  const texts = await textsOf(
    scorer,
    recorded.map(({ context }, i) => generateUntil(context, settings, i)),
  )
  expect(texts).toEqual(
    recorded.map(({ text, tokens }) => ({
      text,
      tokens: tokens.length,
      stopReason: tokens.at(-1) === 2 ? 'end' : 'stop',
      truncated: 0,
    })),
  )
})

const { context } = recorded[0] as Recorded

test('without a stop string the text goes on to the number of tokens, the likeliest one each time', async () => {
  const [answer] = await textsOf(scorer, [generateUntil(context, { until: [], max_gen_toks: 24 })])
  expect(answer).toMatchObject({ stopReason: 'length', tokens: 24 })
  // Scored in one run over the whole, without the cache.
  const [scored] = await answersOf(scorer, [request(context, answer?.text as string)])
  expect(scored).toMatchObject({ isGreedy: true, tokens: 24 })
})

test('a stop string is found across tokens and cut off', async () => {
  const [whole, cut, first] = await textsOf(scorer, [
    generateUntil(context, settings),
    generateUntil(context, { until: 'bles.\n##', max_gen_toks: 64 }, 1),
    generateUntil(context, { until: ['####', ' +'], max_gen_toks: 64 }, 2),
  ])
  expect(whole?.text).toBe(' Clara has 12 + 9 = 28 marbles.\n#### 28\n\n')
  expect(cut).toMatchObject({ text: ' Clara has 12 + 9 = 28 mar', stopReason: 'stop' })
  expect(first).toMatchObject({ text: ' Clara has 12', stopReason: 'stop' })
})

test('a prompt that is too long loses its beginning, and says how much', async () => {
  const narrow = createInProcessScorer({ ...tinyModel, maxLength: 64 })
  const [answer] = await textsOf(narrow, [generateUntil(context, { until: [], max_gen_toks: 8 })])
  await narrow.close()
  expect(answer).toMatchObject({ truncated: (recorded[0] as Recorded).context_tokens - 56, tokens: 8 })
})

test('the same question is answered once', async () => {
  let answered = 0
  const same = { until: ['\n'], max_gen_toks: 4 }
  const texts = await textsOf(scorer, [generateUntil('The', same), generateUntil('The', same, 1)], {
    onScored: () => {
      answered += 1
    },
  })
  expect(answered).toBe(2)
  expect(texts[1]).toEqual(texts[0])
})

describe('what is refused', () => {
  const refused = async (settings: Record<string, unknown>) => {
    const seen: number[] = []
    const scoring = scorer.score(
      [generateUntil('The', settings), generateUntil('The', { until: '\n', max_gen_toks: 2 }, 1)],
      { onScored: index => seen.push(index) },
    )
    const error = await scoring.then(
      () => undefined,
      (reason: Error & { code?: string }) => reason,
    )
    expect(seen).toEqual([1])
    expect(error?.code).toBe('TASK_FIELD')
    return error?.message
  }

  test('sampling without a temperature, as transformers does', async () => {
    const message = /^generation_kwargs.temperature must be a number above 0 .* not 0/
    expect(await refused({ do_sample: true, temperature: 0 })).toMatch(message)
    expect(await refused({ do_sample: true })).toMatch(message)
  })

  test('arguments that would change the text', async () => {
    expect(await refused({ num_beams: 4 })).toMatch(/^generation_kwargs.num_beams \(4\) is not supported/)
    expect(await refused({ penalty_alpha: 0.6, top_k: 4 })).toMatch(/^generation_kwargs.penalty_alpha/)
    expect(await refused({ stop: ['x'] })).toMatch(/^generation_kwargs.stop \(\['x'\]\)/)
  })

  test('stop strings that are none, and no room', async () => {
    expect(await refused({ until: null })).toMatch(/until must be text or a list of texts, but holds None/)
    expect(await refused({ max_gen_toks: 1024 })).toMatch(/leaves none of the model's window of 1024/)
    expect(await refused({ max_gen_toks: 0 })).toMatch(/correct max_gen_toks/)
  })

  test('not what changes nothing', async () => {
    const same = { until: '\n', max_gen_toks: 3 }
    const [plain, neutral] = await textsOf(scorer, [
      generateUntil('The', same),
      generateUntil('The', { ...same, top_p: 0.9, num_beams: 1, repetition_penalty: pyFloat(1) }, 1),
    ])
    expect(neutral).toEqual(plain)
  })
})

test('an abort ends between tokens', async () => {
  const controller = new AbortController()
  const scoring = scorer.score([generateUntil(context, { until: [], max_gen_toks: 800 })], {
    signal: controller.signal,
    onScored() {},
  })
  setTimeout(() => controller.abort(new Error('enough')), 50)
  const start = performance.now()
  await expect(scoring).rejects.toThrow('enough')
  expect(performance.now() - start).toBeLessThan(1500)
})
