import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PyFloat } from '../../../plugin/python/index.ts'
import { cutGeneration } from '../../../plugin/scorer/generation/cut-generation.ts'
import {
  decodingArguments,
  normalizeGenerationKwargs,
  stopStrings,
} from '../../../plugin/scorer/generation/generation-settings.ts'

const cases = readFileSync(new URL('../fixtures/generation.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each(cases.filter(({ kind }) => kind === 'normalize_gen_kwargs'))('$id', entry => {
  const { settings, warnings } = normalizeGenerationKwargs(entry.gen_kwargs)
  expect(asJson(settings)).toEqual(entry.expected.normalized)
  expect(stopStrings(settings, entry.eos)).toEqual(entry.expected.stop)
  expect(warnings.map(({ code }) => code)).toEqual(entry.expected.warnings)
})

test.each(cases.filter(({ kind }) => kind === 'postprocess'))('$id', entry => {
  expect(cutGeneration(entry.generation, entry.stop, entry.think_end_token)).toBe(entry.expected.text)
})

describe('what else lm-eval 0.4.13 was seen to do', () => {
  const lengthOf = (kwargs: Record<string, unknown>) =>
    normalizeGenerationKwargs(kwargs).settings.max_gen_toks
  const sampleOf = (kwargs: Record<string, unknown>) => normalizeGenerationKwargs(kwargs).settings.do_sample

  test('numbers of tokens are read as Python reads them', () => {
    expect(lengthOf({ max_gen_toks: '5' })).toBe(5)
    expect(lengthOf({ max_gen_toks: 5.7 })).toBe(5)
    expect(lengthOf({ max_gen_toks: true })).toBe(1)
    expect(lengthOf({ max_gen_toks: 0, max_tokens: 4 })).toBe(0)
    expect(lengthOf({ max_new_tokens: null })).toBe(256)
    expect(() => lengthOf({ max_gen_toks: 'x' })).toThrow(
      /^generation_kwargs.max_gen_toks must be a whole number, not 'x'/,
    )
  })

  test('temperature decides on sampling where do_sample is silent', () => {
    expect(sampleOf({ temperature: '0.5' })).toBe(true)
    expect(sampleOf({ temperature: -1 })).toBe(false)
    expect(sampleOf({ do_sample: null, temperature: 0.7 })).toBe(true)
    expect(sampleOf({ do_sample: 'false' })).toBe('false')
    expect(() => sampleOf({ temperature: null })).toThrow(/temperature must be a number, not None/)
  })

  test('a temperature that is forced to zero is a float', () => {
    const { settings } = normalizeGenerationKwargs({ do_sample: false, temperature: 0 })
    expect(settings.temperature).toBeInstanceOf(PyFloat)
  })

  test('a stop string that is given twice stays, the end-of-text token is added once', () => {
    const stops = (until: unknown) => stopStrings(normalizeGenerationKwargs({ until }).settings, '</s>')
    expect(stops(['a', 'a'])).toEqual(['a', 'a', '</s>'])
    expect(stops(['</s>', 'a'])).toEqual(['</s>', 'a'])
    expect(stops('')).toEqual(['', '</s>'])
  })

  test('temperature reaches the decoding unless it is greedy', () => {
    const decoding = (kwargs: Record<string, unknown>) =>
      asJson(decodingArguments(normalizeGenerationKwargs(kwargs).settings))
    expect(decoding({ until: 'a', max_tokens: 3 })).toEqual({ do_sample: false })
    expect(decoding({ do_sample: true })).toEqual({ do_sample: true, temperature: 0 })
    expect(decoding({ temperature: 0.5, top_p: 0.9 })).toEqual({
      do_sample: true,
      temperature: 0.5,
      top_p: 0.9,
    })
  })

  test('text is cut at empty stop strings nowhere, and after the reasoning only', () => {
    expect(cutGeneration('a\nb', ['\n', ''], null)).toBe('a')
    expect(cutGeneration('x\ny</t> a\nb', ['\n'], '</t>')).toBe('a')
    expect(cutGeneration(' a ', [''], '')).toBe(' a ')
    expect(cutGeneration('xzyw', 'yw')).toBe('xz')
  })
})
