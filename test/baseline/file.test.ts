import { describe, expect, test } from 'vitest'
import { formatBaseline, parseBaseline } from '../../plugin/baseline/file.ts'
import type { Baseline } from '../../plugin/baseline/types.ts'
import type { LmEvalError } from '../../plugin/errors.ts'
import { PyFloat } from '../../plugin/python/index.ts'
import { recordedCases } from '../conformance/scoring/recorded-cases.ts'

const harness = `{
  "provenance": {
    "documents": 273,
    "model": "tiny"
  },
  "results": {
    "wsc273": {
      "acc,none": 0.5164835164835165,
      "acc_stderr,none": 0.0303004740355766,
      "em,none": 1.0,
      "em_stderr,none": "N/A"
    }
  },
  "versions": {
    "wsc273": 1.0
  }
}
`

function parseError(text: string): LmEvalError {
  try {
    parseBaseline(text, 'b.json')
  } catch (error) {
    return error as LmEvalError
  }
  throw new Error('the text was taken')
}

test('a file in the shape of the harness is read, and written again as it was', () => {
  const baseline = parseBaseline(harness, 'b.json')
  expect(baseline).toEqual({
    results: {
      wsc273: {
        'acc,none': 0.5164835164835165,
        'acc_stderr,none': 0.0303004740355766,
        'em,none': 1,
        'em_stderr,none': 'N/A',
      },
    },
    versions: { wsc273: new PyFloat(1) },
    provenance: { documents: 273, model: 'tiny' },
    style: 'harness',
  })
  expect(formatBaseline(baseline)).toBe(harness)
})

test('keys are sorted whatever their order was', () => {
  const baseline: Baseline = {
    results: { b: { 'f1,none': 0.25, 'acc,none': 0.5 }, a: { 'acc,none': 1e-7 } },
    versions: { b: 2, a: 'Yaml' },
    style: 'harness',
  }
  const text = formatBaseline(baseline)
  expect(Object.keys(JSON.parse(text).results)).toEqual(['a', 'b'])
  expect(text).toContain('"acc,none": 1e-07')
  expect(text.endsWith('}\n')).toBe(true)
  expect(parseBaseline(text, 'b.json')).toEqual(baseline)
})

test('a standard error that is no number is kept: it is shown, not compared', () => {
  const text = formatBaseline({
    results: { t: { 'bleu,none': 0.5, 'bleu_stderr,none': Number.NaN } },
    versions: {},
    style: 'harness',
  })
  expect(text).toContain('"bleu_stderr,none": NaN')
  expect(parseBaseline(text, 'b.json').results.t).toEqual({
    'bleu,none': 0.5,
    'bleu_stderr,none': Number.NaN,
  })
})

test('what a results file has besides figures is left out', () => {
  const text =
    '{"results": {"t": {"alias": "t", "name": "t", "sample_len": 4, "acc,none": 1}}, "config": {"model": "m"}}'
  expect(parseBaseline(text, 'b.json').results).toEqual({ t: { 'acc,none': 1 } })
})

describe('version 0', () => {
  interface GoldenCase {
    id: string
    kind: string
    expect: { text: string; json: { results: Record<string, Record<string, number>> } }
  }
  const goldens = recordedCases<GoldenCase>('old-golden').filter(({ kind }) => kind === 'golden_text')

  test.each(goldens)('$id keeps its style when it is written again', ({ expect: { text, json } }) => {
    const baseline = parseBaseline(text, 'b.json')
    expect(baseline.style).toBe('version-0')
    for (const [task, figures] of Object.entries(json.results)) {
      for (const [metric, value] of Object.entries(figures)) {
        expect(baseline.results[task]?.[`${metric},none`]).toBe(Number(value))
      }
    }
    expect(formatBaseline(baseline)).toBe(`${text}\n`)
  })

  test('has no N/A and no provenance', () => {
    const results = { t: { 'em,none': 0.5, 'em_stderr,none': 'N/A' as const } }
    expect(
      formatBaseline({ results, versions: { t: 0 }, provenance: { model: 'm' }, style: 'version-0' }),
    ).toBe('{"results": {"t": {"em": 0.5}}, "versions": {"t": 0}}\n')
  })
})

test.each([
  ['{"results":\n<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> main\n}', '2:1 has merge conflict markers'],
  ['{"results": {"t": {"acc,none": 0.5,}}}', '1:36 is not JSON'],
  ['{"results": {"t": {"acc,none": 0.5}}', '1:37 is not JSON'],
  ['', '1:1 is not JSON'],
  ['[]', '1:1 is no baseline'],
  ['{"result": {}}', '1:1 is no baseline'],
  ['{"results": []}', '1:2 is no baseline'],
  ['{\n  "results": {}\n}', '2:3 has figures of no task'],
  ['{"results": {\n "t": 0.5}}', '2:2 needs an object of figures for "t"'],
  ['{"results": {\n "t": {}}}', '2:2 has no figures for "t"'],
  ['{"results": {"t": {\n  "acc,none": NaN}}}', '2:3 has nan as "acc,none" of "t", which is no figure'],
  ['{"results": {"t": {\n  "acc,none": null}}}', '2:3 has null as "acc,none" of "t", which is no figure'],
  ['{"results": {"t": {\n  "acc,none": "0.5"}}}', '2:3 has "0.5" as "acc,none" of "t", which is no figure'],
  ['{"results": {"t": {"acc,none": Infinity}}}', '1:20 has inf as "acc,none" of "t"'],
  ['{"results": {"t": {"acc,none": 1}},\n"versions": 1.0}', '2:1 has `versions` that are no object'],
  ['{"results": {"t": {"acc,none": 1}},\n"provenance": []}', '2:1 has a `provenance` that is no object'],
  [
    '{"results": {"t": {"acc,none": 1}},\n"provenance": {"documents": "9"}}',
    '2:1 has a `provenance.documents` that is no number',
  ],
])('%j is refused with its place', (text, message) => {
  const error = parseError(text)
  expect(error.code).toBe('BASELINE')
  expect(error.message).toContain(`Baseline b.json:${message}`)
  const [line, column] = message.split(' ')[0]?.split(':').map(Number) ?? []
  expect(error.at).toEqual([{ file: 'b.json', line, column }])
})
