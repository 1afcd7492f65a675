import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GeneratedText } from '../../../plugin/scorer/generation/generated-text.ts'
import { readModelFolder } from '../../../plugin/scorer/model/model-folder.ts'
import type { GenerationInput } from '../../../plugin/scorer/tokens/encode-generation.ts'
import { loadTokenizer } from '../../../plugin/scorer/tokens/tokenizer.ts'
import { tinyModel } from '../tiny-model.ts'

const folder = readModelFolder(tinyModel.path)
const tokenizer = loadTokenizer(folder)

/** Generates from a model that says what it is told to. */
function spoken(
  tokens: number[],
  stop: unknown[],
  { generationConfig = folder.generationConfig, room = 50, decoding = { do_sample: false } as object } = {},
) {
  const encoded: GenerationInput = {
    input: [1],
    truncated: 0,
    maxLength: 1 + room,
    stop,
    decoding: { ...decoding },
    warnings: [],
  }
  const generator = { tokenizer, folder: { path: 'model', generationConfig }, maxLength: 1024 }
  const text = new GeneratedText(generator, { text: '', encoded })
  for (const token of tokens) {
    const logits = new Float32Array(4096)
    logits[token] = 100
    if (!text.isFinished) text.take(logits)
  }
  return text.response()
}

const ids = (text: string): number[] => tokenizer.encode(text, false)
const [end] = ids('</s>') as [number]

interface Recorded {
  note: string
  prompt: string
  script: number[]
  until: string[]
  max_gen_toks: number
  text: string
  tokens: number[]
}

const recorded = readFileSync(new URL('../fixtures/stop-strings.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

test.each(recorded)(
  'lm-eval on stop strings $until: $note',
  ({ script, until, max_gen_toks, text, tokens }) => {
    const response = spoken(script, [...until, '</s>'], { room: max_gen_toks })
    expect(response).toMatchObject({ text, tokens: tokens.length })
  },
)

describe('what ends a text', () => {
  test('the end-of-text token, which is no part of it', () => {
    const tokens = [...ids(' a b'), end, ...ids(' c')]
    expect(spoken(tokens, ['\n', '</s>'])).toEqual({
      text: ' a b',
      stopReason: 'end',
      tokens: ids(' a b').length + 1,
      truncated: 0,
    })
  })

  test('any of several end tokens of generation_config.json', () => {
    const [user] = ids('<|user|>') as [number]
    const generationConfig = { eos_token_id: [end, user] }
    const response = spoken([...ids(' a'), user, ...ids(' b')], [], { generationConfig })
    expect(response).toMatchObject({ text: ' a', stopReason: 'end' })
  })

  test('the end-of-text token written out as a stop string', () => {
    const response = spoken([...ids(' a'), end, ...ids(' b')], ['</s>'], { generationConfig: {} })
    expect(response).toMatchObject({ text: ' a', stopReason: 'end' })
  })

  test('a special token in the text is a stop string as it is printed, and stays out of the text', () => {
    const response = spoken([...ids(' a'), ...ids('<|assistant|>'), ...ids(' b')], ['<|assistant|>'])
    expect(response).toMatchObject({ text: ' a', stopReason: 'stop' })
    const kept = spoken([...ids(' a'), ...ids('<|assistant|>'), ...ids(' b')], [], { room: 3 })
    expect(kept).toMatchObject({ text: ' a b', stopReason: 'length' })
  })

  test('a stop string in pieces that the tokenizer would not make', () => {
    const letters = [...'Question:'].flatMap(letter => ids(letter))
    // As the harness: only two tokens more than the stop string has itself are looked at, the text is cut all the same.
    const response = spoken([...ids(' 5'), ...letters, ...ids(' more text')], ['Question:'], {
      room: 12,
    })
    expect(response.text).toBe(' 5')
  })

  test('an empty stop string ends the text after its first token, as in the harness', () => {
    expect(spoken(ids(' one two three'), [''])).toMatchObject({ tokens: 1, stopReason: 'stop' })
  })

  test('the number of tokens', () => {
    expect(spoken(ids(' one two three four'), ['\n'], { room: 2 })).toMatchObject({
      tokens: 2,
      stopReason: 'length',
    })
  })
})

test('characters of several tokens come out whole', () => {
  const tokens = ids(' naïve 👍🏽 שלום')
  expect(spoken(tokens, ['\n'], { room: tokens.length }).text).toBe(' naïve 👍🏽 שלום')
})

test("a model's own settings that change the text are refused by name", () => {
  const withSettings = (generationConfig: Record<string, unknown>) =>
    spoken(ids(' a'), [], { generationConfig, room: 1 })
  expect(() => withSettings({ num_beams: 4 })).toThrow(
    expect.objectContaining({
      code: 'MODEL',
      message: expect.stringMatching(/^The generation settings of model have num_beams \(4\)/),
    }),
  )
  const harmless = {
    do_sample: true,
    temperature: 0.6,
    top_p: 0.9,
    typical_p: 0.5,
    repetition_penalty: 1,
    max_length: 20,
  }
  expect(withSettings(harmless)).toMatchObject({ text: ' a' })
})

test('cuts that are not there are refused where tokens are drawn', () => {
  const drawn = { do_sample: true, temperature: 1 }
  const asked = (decoding: object) => () => spoken(ids(' a'), [], { decoding, room: 1 })
  expect(asked({ ...drawn, typical_p: 0.9 })).toThrow(/^generation_kwargs.typical_p \(0.9\) is not supported/)
  expect(asked({ ...drawn, typical_p: 1, epsilon_cutoff: 0, eta_cutoff: null })).not.toThrow()
  expect(asked({ do_sample: false, typical_p: 0.9 })).not.toThrow()
  const ofModel = () =>
    spoken(ids(' a'), [], { decoding: drawn, generationConfig: { typical_p: 0.9 } as never, room: 1 })
  expect(ofModel).toThrow(/^The generation settings of model have typical_p \(0.9\)/)
})
