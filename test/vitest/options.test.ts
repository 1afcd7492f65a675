import { describe, expect, test } from 'vitest'
import { modelSpec } from '../../plugin/evaluation/model-spec.ts'
import { type LmEvalOptions, resolveOptions } from '../../plugin/vitest/options.ts'

describe('options', () => {
  test('have defaults', () => {
    expect(resolveOptions()).toEqual({
      tasks: [],
      baselines: 'baselines',
      tolerance: 0,
      provider: 'auto',
      cache: true,
      documents: 'record',
      bootstrapIters: 100_000,
      datasets: {},
      modelProcess: true,
      name: 'lm-eval',
    })
  })

  test('take one task for a list of one', () => {
    expect(resolveOptions({ tasks: 'wsc273' }).tasks).toEqual(['wsc273'])
  })

  test.each([
    [
      { limit: 0 },
      'Option limit of lmEval() is 0; allowed is a number of documents, or a fraction between 0 and 1.',
    ],
    [{ limit: '5' }, 'Option limit of lmEval() is "5"'],
    [{ provider: 'gpu' }, `Option provider of lmEval() is "gpu"; allowed is 'auto', one of 'cuda'`],
    [{ provider: [] }, 'Option provider of lmEval() is []'],
    [{ batchSize: 1.5 }, 'Option batchSize of lmEval() is 1.5; allowed is a whole number of 1 or more.'],
    [
      { cache: { maxBytes: 1000 } },
      'Option cache of lmEval() is {"maxBytes":1000}; allowed is true, false or an object with folder (a path) and maxBytes (a whole number of 16777216 or more).',
    ],
    [{ cache: 'off' }, 'Option cache of lmEval() is "off"'],
    [{ cache: { size: 1 } }, 'Option cache of lmEval() is {"size":1}'],
    [{ documents: 'fail' }, `allowed is 'record' or 'assert'`],
    [{ baselines: true }, 'allowed is a folder path or false'],
    [{ tolerance: -1 }, 'Option tolerance of lmEval() is -1'],
    [{ datasets: { a: 1 } }, 'Option datasets of lmEval() is {"a":1}'],
    [{ tasks: [''] }, 'Option tasks of lmEval() is [""]'],
    [
      { encoders: { bert_score: { model: 'm' } } },
      'Option encoders of lmEval() is {"bert_score":{"model":"m"}}; allowed is { bert_score: { model: FOLDER, layer: NUMBER,',
    ],
    [{ encoders: { bleurt: { model: 'm', layer: 1 } } }, 'Option encoders of lmEval()'],
    [{ encoders: { comet: { model: 'm' } } }, 'Option encoders of lmEval()'],
    [{ model: () => 1 }, 'Option model of lmEval() is a function'],
  ])('refuse %j with name, value and what is allowed', (options, message) => {
    expect(() => resolveOptions(options as LmEvalOptions)).toThrow(message)
  })

  test.each([
    [{ task: 'wsc273' }, 'lmEval() has no option task; did you mean tasks?'],
    [{ numfewshot: 0 }, 'did you mean numFewshot?'],
    [{ bootstrapiters: 0 }, 'did you mean bootstrapIters?'],
    [{ quack: 0 }, 'known are baselines, batchSize, '],
  ])('refuse the unknown %j with the nearest one', (options, message) => {
    expect(() => resolveOptions(options as LmEvalOptions)).toThrow(message)
  })

  test('refuse what is no object', () => {
    expect(() => resolveOptions(['wsc273'] as LmEvalOptions)).toThrow('lmEval() takes an object of options')
  })
})

test('deterministic scoring keeps no answers: one from another batch may differ in its last digits', () => {
  const options = { provider: 'cpu', cache: { folder: 'kept' } } as const
  expect(modelSpec({ ...options, deterministic: true }, '/')).toMatchObject({ deterministic: true })
  expect(modelSpec({ ...options, deterministic: true }, '/')).not.toHaveProperty('cache')
  expect(modelSpec(options, '/')).toHaveProperty('cache')
  expect(modelSpec(options, '/')).not.toHaveProperty('deterministic')
})
