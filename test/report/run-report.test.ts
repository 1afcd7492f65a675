import { describe, expect, test } from 'vitest'
import { jsonDumps } from '../../plugin/python/index.ts'
import { toResults } from '../../plugin/report/results.ts'
import { renderRunHeader } from '../../plugin/report/run-header.ts'
import { renderReport } from '../../plugin/report/run-report.ts'
import { makeResult } from './evaluation-result.ts'

test('results have the shape and the number texts of the harness', () => {
  const metrics = [
    { metric: 'acc', filter: 'none', value: 1, stderr: 0, higherIsBetter: true, count: 20 },
    { metric: 'em', filter: 'none', value: 0.5, stderr: 'N/A' as const, higherIsBetter: undefined, count: 4 },
  ]
  const documents = { selected: 20, total: 273, failed: 0, truncated: 0 }
  expect(jsonDumps(toResults([makeResult({ metrics, documents, version: undefined })]))).toBe(
    '{"results": {"wsc273": {"name": "wsc273", "alias": "wsc273", "sample_len": 20, "acc,none": 1.0, "acc_stderr,none": 0.0, "em,none": 0.5, "em_stderr,none": "N/A"}}, ' +
      '"versions": {"wsc273": "Yaml"}, "n-shot": {"wsc273": 0}, "higher_is_better": {"wsc273": {"acc": true, "em": null}}, ' +
      '"n-samples": {"wsc273": {"original": 273, "effective": 20}}}',
  )
})

test('a metric without its encoder is N/A, and the encoders there are stand in the header', () => {
  const result = makeResult({
    metrics: [],
    unavailable: [{ metric: 'bert_score', filter: 'none', encoder: 'bert_score' }],
    directions: { bert_score: true },
  })
  expect(toResults([result]).results.wsc273).toEqual({
    name: 'wsc273',
    alias: 'wsc273',
    sample_len: 0,
    'bert_score,none': 'N/A',
    'bert_score_stderr,none': 'N/A',
  })
  expect(renderReport([result])).toMatch(
    /\|wsc273\| +1\|none +\| +0\|bert_score\|↑ +\|N\/A +\|± +\| +N\/A\|/u,
  )
  const encoder = {
    encoder: 'bert_score',
    model: 'roberta\u001b[31m',
    path: '/repo/roberta',
    precision: 'fp32',
    weightsHash: '34'.repeat(32),
    tokenizerHash: '56'.repeat(32),
    provider: { requested: 'auto', used: 'cpu', skipped: [] },
    maxLength: 512,
    layer: 17,
    baseline: [0.1, 0.2, 0.3],
  } as const
  expect(
    renderRunHeader([
      makeResult({ encoders: [{ ...encoder, provider: { ...encoder.provider, skipped: [] } }] }),
    ]),
  ).toContain(
    '\nEncoder of bert_score: roberta\\x1b[31m (/repo/roberta): layer 17, rescaled, weights fp32 (sha256 34343434), execution provider cpu (asked for: auto), window 512 tokens\n',
  )
})

test('a second result of one task is kept beside the first', () => {
  expect(Object.keys(toResults([makeResult(), makeResult({ numFewshot: 5 })]).results)).toEqual([
    'wsc273',
    'wsc273 (2)',
  ])
})

describe('the header says', () => {
  test('model, weights, provider with what was skipped, data and number of documents', () => {
    expect(
      renderRunHeader([makeResult({ documents: { selected: 20, total: 273, failed: 0, truncated: 0 } })]),
    ).toBe(
      [
        'Model my-model (/repo/my-model): weights fp32 (sha256 abababab), execution provider cpu (asked for: auto), window 2048 tokens',
        'Execution providers skipped: cuda: no library libcuda.so',
        'Task wsc273: 20 of 273 documents of winograd_wsc/wsc273, split test (sha256 efefefef)',
      ].join('\n'),
    )
  })

  test('that the embedded model is a demonstration', () => {
    const { scorer } = makeResult()
    expect(renderRunHeader([makeResult({ scorer: { ...scorer, demonstration: true } })])).toContain(
      'This is the embedded demonstration model',
    )
  })
})

test('a report has header, table and warnings, and nothing that could steer a terminal', () => {
  const text = renderReport([
    makeResult({ alias: '\u001b[2Jwsc', warnings: ['document 3\n::error::is odd'], task: 'wsc273' }),
  ])
  expect(text).toContain('|  Tasks   |Version|Filter|n-shot|Metric|')
  expect(text).toContain('|\\x1b[2Jwsc|      1|none  |     0|acc   |↑  |0.5165|±  |0.0303|\n')
  expect(text).toContain('! wsc273: document 3\\n::error::is odd\n')
  expect(text).not.toContain('\u001b')
  expect(text).not.toMatch(/^::/mu)
})

describe('below the harness’s tables', () => {
  const [acc] = makeResult().metrics
  const interval = { low: 0.4574, high: 0.5752, method: 'wilson' as const }

  test('intervals, and the level of answers drawn by lot', () => {
    const text = renderReport([
      makeResult({ metrics: [{ ...acc, interval, chance: 0.5 } as typeof acc & object] }),
    ])
    expect(text).toContain(
      [
        '|wsc273|      1|none  |     0|acc   |↑  |0.5165|±  |0.0303|',
        '',
        '|Tasks |Filter|Metric| 95 % interval  |Method|By lot|',
        '|------|------|------|----------------|------|-----:|',
        '|wsc273|none  |acc   |0.4574 to 0.5752|wilson|   0.5|',
        '',
      ].join('\n'),
    )
  })

  test('errors over clusters of documents, for the metrics that have them', () => {
    const clustered = { stderr: 0.0208, clusters: 157 }
    const metrics = [
      { ...acc, interval, clustered },
      { ...acc, metric: 'em', interval },
    ] as ReturnType<typeof makeResult>['metrics']
    expect(renderReport([makeResult({ metrics })])).toContain(
      [
        '|Tasks |Filter|Metric| 95 % interval  |Method|Clusters|Stderr by cluster|',
        '|------|------|------|----------------|------|-------:|----------------:|',
        '|wsc273|none  |acc   |0.4574 to 0.5752|wilson|     157|           0.0208|',
        '|      |none  |em    |0.4574 to 0.5752|wilson|        |                 |',
        '',
      ].join('\n'),
    )
  })

  test('nothing where no figure has an interval', () => {
    expect(renderReport([makeResult()])).not.toContain('95 %')
  })
})

test('the header has the share of documents without an answer', () => {
  const documents = { selected: 21, total: 21, failed: 1, truncated: 0, unanswered: { strict: 3 } }
  expect(renderRunHeader([makeResult({ documents })])).toContain(
    '\n  filter strict: no answer found in 3 of 20 documents (15.0 %)',
  )
})

test('the header tells that texts are sampled, with what seed and how often', () => {
  const header = (sampling: { seed: number; repeats: number }) => renderRunHeader([makeResult({ sampling })])
  expect(header({ seed: 1234, repeats: 1 })).toMatch(/\n {2}texts are sampled: seed 1234$/)
  expect(header({ seed: 7, repeats: 5 })).toMatch(
    /\n {2}texts are sampled: seed 7, 5 texts for each request$/,
  )
  expect(renderRunHeader([makeResult()])).not.toContain('sampled')
})
