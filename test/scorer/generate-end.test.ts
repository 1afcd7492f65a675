import { describe, expect, test } from 'vitest'
import type { GenerationInput } from '../../plugin/scorer/encode-generation.ts'
import { generate } from '../../plugin/scorer/generate.ts'
import { readModelFolder } from '../../plugin/scorer/model-folder.ts'
import { loadTokenizer } from '../../plugin/scorer/tokenizer.ts'
import { tinyModel } from './tiny-model.ts'

const folder = readModelFolder(tinyModel.path)
const tokenizer = loadTokenizer(folder)

/** Generates from a model that says what it is told to. */
async function spoken(
  tokens: number[],
  stop: unknown[],
  { generationConfig = folder.generationConfig, room = 50 } = {},
) {
  let closed = false
  let next = 0
  const session = {
    continueGreedily: () => ({
      next: async () => tokens[next++] as number,
      close() {
        closed = true
      },
    }),
  }
  const encoded: GenerationInput = {
    input: [1],
    truncated: 0,
    maxLength: 1 + room,
    stop,
    decoding: { do_sample: false },
    warnings: [],
  }
  const response = await generate(
    { session, tokenizer, folder: { path: 'model', generationConfig }, maxLength: 1024 },
    encoded,
    text => text.next(),
  )
  expect(closed).toBe(true)
  return response
}

const ids = (text: string): number[] => tokenizer.encode(text, false)
const [end] = ids('</s>') as [number]

describe('what ends a text', () => {
  test('the end-of-text token, which is no part of it', async () => {
    const tokens = [...ids(' a b'), end, ...ids(' c')]
    expect(await spoken(tokens, ['\n', '</s>'])).toEqual({
      text: ' a b',
      stopReason: 'end',
      tokens: ids(' a b').length + 1,
      truncated: 0,
    })
  })

  test('any of several end tokens of generation_config.json', async () => {
    const [user] = ids('<|user|>') as [number]
    const generationConfig = { eos_token_id: [end, user] }
    const response = await spoken([...ids(' a'), user, ...ids(' b')], [], { generationConfig })
    expect(response).toMatchObject({ text: ' a', stopReason: 'end' })
  })

  test('the end-of-text token written out as a stop string', async () => {
    const response = await spoken([...ids(' a'), end, ...ids(' b')], ['</s>'], { generationConfig: {} })
    expect(response).toMatchObject({ text: ' a', stopReason: 'end' })
  })

  test('a special token in the text is a stop string as it is printed, and stays out of the text', async () => {
    const response = await spoken([...ids(' a'), ...ids('<|assistant|>'), ...ids(' b')], ['<|assistant|>'])
    expect(response).toMatchObject({ text: ' a', stopReason: 'stop' })
    const kept = await spoken([...ids(' a'), ...ids('<|assistant|>'), ...ids(' b')], [], { room: 3 })
    expect(kept).toMatchObject({ text: ' a b', stopReason: 'length' })
  })

  test('a stop string in pieces that the tokenizer would not make', async () => {
    const letters = [...'Question:'].flatMap(letter => ids(letter))
    // As the harness: only two tokens more than the stop string has itself are looked at, the text is cut all the same.
    const response = await spoken([...ids(' 5'), ...letters, ...ids(' more text')], ['Question:'], {
      room: 12,
    })
    expect(response.text).toBe(' 5')
  })

  test('an empty stop string ends the text after its first token, as in the harness', async () => {
    expect(await spoken(ids(' one two three'), [''])).toMatchObject({ tokens: 1, stopReason: 'stop' })
  })

  test('the number of tokens', async () => {
    expect(await spoken(ids(' one two three four'), ['\n'], { room: 2 })).toMatchObject({
      tokens: 2,
      stopReason: 'length',
    })
  })
})

test('characters of several tokens come out whole', async () => {
  const tokens = ids(' naïve 👍🏽 שלום')
  expect((await spoken(tokens, ['\n'], { room: tokens.length })).text).toBe(' naïve 👍🏽 שלום')
})

test("a model's own settings that change the text are refused by name", async () => {
  const withSettings = (generationConfig: Record<string, unknown>) =>
    spoken(ids(' a'), [], { generationConfig, room: 1 })
  await expect(withSettings({ repetition_penalty: 1.1 })).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringMatching(/^The generation settings of model have repetition_penalty \(1.1\)/),
  })
  const harmless = { do_sample: true, temperature: 0.6, top_p: 0.9, repetition_penalty: 1, max_length: 20 }
  expect(await withSettings(harmless)).toMatchObject({ text: ' a' })
})
