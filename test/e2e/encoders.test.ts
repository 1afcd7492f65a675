import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { config, Project } from './project.ts'
import { repository } from './workspace.ts'

const fixtures = join(repository, 'test/encoder/fixtures')
const folders = `{ bert_score: { model: '${fixtures}/bert', layer: 2 }, bleurt: { model: '${fixtures}/bleurt' } }`
const files = {
  'evals/notes.yaml': `task: notes
dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
output_type: generate_until
doc_to_text: "{{talk}}"
doc_to_target: "{{note}}"
process_results: !function utils.process_results
generation_kwargs: { until: ["\\n"], max_gen_toks: 4 }
metric_list:
  - { metric: words, aggregation: mean, higher_is_better: true }
  - { metric: bert_score, aggregation: nanmean, higher_is_better: true }
  - { metric: learned, aggregation: nanmean, higher_is_better: true }
metadata: { version: 1.0 }
`,
  'evals/utils.ts': `import { bertScore, bleurt } from 'vitest-lm-eval/text-metrics'
export const process_results = ({ note }, [answer]) =>
  note === '' ? { words: 0, bert_score: NaN, learned: NaN } : { words: 1, bert_score: bertScore(note, note), learned: bleurt(note, note) }
`,
  'evals/rows.jsonl': `${JSON.stringify({ talk: 'The sun', note: 'no fever' })}\n${JSON.stringify({ talk: 'The moon', note: '' })}\n`,
}
const options = (encoders: string) =>
  config(
    `{ tasks: ['evals/*.yaml'], bootstrapIters: 0, encoders: ${encoders} }`,
    `test: { include: ['*.test.ts'] }`,
  )

test('without encoders their metrics are N/A and their gates skipped; with them they are held like any other', async () => {
  const project = new Project({ ...files, 'vitest.config.ts': options('{}') })
  const without = await project.vitest(['run'])
  expect(without.output).toMatch(/3 passed \| 2 skipped/u)
  expect(without.output).toMatch(/\|notes\|\s*1\|none +\| +0\|bert_score\|↑ +\|N\/A +\|± +\| +N\/A\|/u)
  expect(without.output).toContain(
    '! notes: bert_score and learned are N/A for want of an encoder; set encoders.bert_score and encoders.bleurt of lmEval().\n',
  )
  expect(without.code).toBe(0)

  project.write('vitest.config.ts', options(folders))
  const withThem = await project.vitest(['run', '-u'])
  expect(withThem.output).toMatch(/\| 5 passed|5 passed/u)
  expect(withThem.output).not.toContain('N/A for want')
  expect(withThem.output).toMatch(
    /Encoder of bert_score: bert \(.*fixtures\/bert\): layer 2, weights fp32 .*window 32 tokens/u,
  )
  expect(withThem.output).toMatch(/Encoder of bleurt: bleurt/u)
  const file = project.path('baselines/notes-v1.0-res.json')
  const stored = readFileSync(file, 'utf8')
  const { results, provenance } = JSON.parse(stored)
  expect(results.notes['bert_score,none']).toBeCloseTo(1, 6)
  expect(Number.isFinite(results.notes['learned,none'])).toBe(true)
  expect(provenance.encoders).toMatch(
    /^bert_score bert layer 2 weights [0-9a-f]{8} tokenizer [0-9a-f]{8}; bleurt bleurt /u,
  )

  project.write('vitest.config.ts', options('{}'))
  const again = await project.vitest(['run'], { CI: '1' })
  expect(again.output).toMatch(/3 passed \| 2 skipped/u)
  expect(again.output).not.toMatch(/obsolete/u)
  expect(readFileSync(file, 'utf8')).toBe(stored)
  expect(again.code).toBe(0)
})

test('an encoder that cannot run is told once, and no figure is made up', async () => {
  const project = new Project({
    ...files,
    'vitest.config.ts': options(`{ bert_score: { model: '${fixtures}/bert', layer: 9 } }`),
  })
  const { code, output } = await project.vitest(['run'])
  expect(code).toBe(1)
  expect(output).toContain('Encoder of bert_score:')
  expect(output).toContain('has no output hidden_states.9')
  expect(output).not.toMatch(/\|bert_score\|↑ +\| *[0-9]/u)
})

test('evaluate() takes encoders, also inside the worker', async () => {
  const project = new Project({
    ...files,
    'vitest.config.ts': config(
      `{ modelProcess: false, bootstrapIters: 0 }`,
      `test: { include: ['*.test.ts'], pool: 'forks' }`,
    ),
    'notes.test.ts': `import { expect, test } from 'vitest'
import { evaluate } from 'vitest-lm-eval'
test('notes', { timeout: 0 }, async () => {
  const notes = await evaluate('evals/notes.yaml', { encoders: ${folders} })
  expect(notes).toReachMetric('bert_score', { closeTo: 1, within: 1e-6 })
  expect(notes.encoders?.map(({ encoder, layer }) => [encoder, layer])).toEqual([['bert_score', 2], ['bleurt', undefined]])
  const without = await evaluate('evals/notes.yaml')
  expect(() => expect(without).toReachMetric('learned', { atLeast: 0 })).toThrow('learned is N/A for want of an encoder; set encoders.bleurt')
  expect(without).toReachMetric('words', { closeTo: 0.5, within: 0 })
})
`,
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toContain('1 passed')
  expect(code).toBe(0)
})
