import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adjustLogits, softmax } from '../../../plugin/scorer/generation/adjust-logits.ts'
import { readChoiceSettings } from '../../../plugin/scorer/generation/choice-settings.ts'
import { drawToken } from '../../../plugin/scorer/generation/draw-token.ts'

interface Recorded {
  settings: Record<string, unknown>
  generation_config: Record<string, unknown>
  tokens: number[]
  logits: number[]
  probabilities: number[]
}

const recorded = readFileSync(new URL('../fixtures/next-token.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)
  .map(entry => ({
    ...entry,
    name: `${JSON.stringify(entry.settings)} on ${JSON.stringify(entry.generation_config)}`,
  }))

test.each(recorded)("transformers' probabilities: $name", entry => {
  const settings = readChoiceSettings(entry.settings, entry.generation_config, 'model')
  const found = softmax(adjustLogits(entry.logits, entry.tokens, settings))
  expect(found).toHaveLength(entry.probabilities.length)
  for (const [token, expected] of entry.probabilities.entries()) {
    const difference = Math.abs((found[token] as number) - expected)
    // Below float32's normal numbers there is no such precision.
    expect(difference, `token ${token}`).toBeLessThanOrEqual(Math.max(1e-6 * expected, 2 ** -126))
  }
})

test('ties with the last of top_k stay, and a mass of nothing leaves one token', () => {
  const settings = readChoiceSettings({ do_sample: true, temperature: 1, top_k: 2 }, {}, 'model')
  const { NEGATIVE_INFINITY: never } = Number
  expect([...adjustLogits([1, 3, 2, 2], [], settings)]).toEqual([never, 3, 2, 2])
  expect([...adjustLogits([1, 3, 2], [], { ...settings, topP: 0 })]).toEqual([never, 3, never])
})

test('the largest are the same, few of many or many', () => {
  const logits = Array.from({ length: 5000 }, (_, i) => Math.fround(Math.sin(i * i)))
  const settings = readChoiceSettings({ do_sample: true, temperature: 1 }, {}, 'model')
  for (const topK of [1, 50, 1024, 1025, 4999]) {
    const smallest = logits.toSorted((a, b) => b - a)[topK - 1] as number
    const kept = adjustLogits(logits, [], { ...settings, topK })
    expect([...kept]).toEqual(logits.map(score => (score < smallest ? Number.NEGATIVE_INFINITY : score)))
  }
})

test('of equal tokens at the edge of top_p as many stay as the mass needs', () => {
  const settings = readChoiceSettings({ do_sample: true, temperature: 1, top_k: 0 }, {}, 'model')
  const kept = adjustLogits([0, 0, 0, 0, 0], [], { ...settings, topP: 0.5 })
  expect([...kept].filter(score => score === 0)).toHaveLength(3)
})

test('NaN is left for the choice to find', () => {
  const settings = readChoiceSettings({ do_sample: true, temperature: 0.5, top_p: 0.9 }, {}, 'model')
  for (const logits of [
    [1, Number.NaN, 2],
    [Number.NaN, 1, 2],
  ]) {
    expect(drawToken(adjustLogits(logits, [], settings), 0.5)).toBeUndefined()
    expect(drawToken(adjustLogits(logits, [], { ...settings, topK: 2 }), 0.5)).toBeUndefined()
  }
})

test('values that transformers refuses are refused by name, wherever they stand', () => {
  const drawn = { do_sample: true, temperature: 1 }
  const asked = (settings: Record<string, unknown>) => () =>
    readChoiceSettings({ ...drawn, ...settings }, {}, 'model')
  expect(asked({ temperature: 0 })).toThrow(/generation_kwargs.temperature must be a number above 0/)
  expect(asked({ top_k: -1 })).toThrow(/generation_kwargs.top_k must be a whole number/)
  expect(asked({ top_p: '0.9' })).toThrow(/generation_kwargs.top_p must be a number of 0 or more, not '0.9'/)
  expect(asked({ min_p: 1.5 })).toThrow(/generation_kwargs.min_p must be a number from 0 to 1, not 1.5/)
  expect(asked({ repetition_penalty: 0 })).toThrow(/repetition_penalty must be a number above 0/)
  expect(asked({ no_repeat_ngram_size: 1.5 })).toThrow(/no_repeat_ngram_size must be a whole number/)
  expect(() => readChoiceSettings(drawn, { top_k: -3 }, 'my-model')).toThrow(
    /^top_k in generation_config.json of my-model must be a whole number/,
  )
})
