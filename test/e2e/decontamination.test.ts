import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { config, Project, smallTask } from './project.ts'

const sentences = [
  'the quick brown fox jumps',
  'seven ships sailed away',
  'nobody reads these words',
  'a short one',
]
const rows = sentences
  .map((question, index) => `${JSON.stringify({ question, label: index % 2 })}\n`)
  .join('')
const looked = `${smallTask()}should_decontaminate: true\ndoc_to_decontamination_query: "{{question}}"\n`
const training = {
  // Two documents stand in it, one of them across a line break, in other letters and with punctuation.
  'corpus/a.txt': 'Once: the QUICK brown\nfox ran. A short, ONE ended here.\n',
  'corpus/b.jsonl': `${JSON.stringify({ text: 'seven ships sailed away to sea' })}\n`,
}

function project(task: string, options: string): Project {
  return new Project({
    'vitest.config.ts': config(options),
    'evals/colours.yaml': task,
    'evals/rows.jsonl': rows,
    ...training,
  })
}

test('metrics over documents that are not in the training text stand beside the plain ones', async () => {
  const where = project(
    looked,
    "{ tasks: ['evals/*.yaml'], baselines: false, output: 'out', decontamination: { paths: 'corpus', ngram: 3 } }",
  )
  const { code, output } = await where.vitest(['run'])
  expect(output).toContain(
    '  3 of 4 documents stand in the training text; the metrics with _decontaminate are over the others\n',
  )
  expect(output).toMatch(/\|colours\|\s+1\|none\s+\|\s+0\|acc\s+\|↑ {2}\|/u)
  expect(output).toMatch(/\|\s+\|\s+\|none\s+\|\s+0\|acc_decontaminate\|↑ {2}\|/u)
  expect(code).toBe(0)
  const folder = where.path('out/tiny-model')
  const [results] = readdirSync(folder).filter(name => name.startsWith('results_'))
  const { results: figures, vitest_lm_eval: own } = JSON.parse(readFileSync(`${folder}/${results}`, 'utf8'))
  expect(Object.keys(figures.colours)).toEqual(expect.arrayContaining(['acc,none', 'acc_decontaminate,none']))
  expect(own.tasks.colours.documents.contaminated).toBe(3)
})

test('thirteen words are the default, so that short documents are never found', async () => {
  const where = project(
    looked,
    "{ tasks: ['evals/*.yaml'], baselines: false, decontamination: { paths: ['corpus'] } }",
  )
  expect((await where.vitest(['run'])).output).toContain('  0 of 4 documents stand in the training text')
})

test('a task that does not want it is told', async () => {
  const where = project(
    smallTask(),
    "{ tasks: ['evals/*.yaml'], baselines: false, decontamination: { paths: 'corpus' } }",
  )
  const { code, output } = await where.vitest(['run'])
  expect(output).toContain(
    '! colours: The task does not say should_decontaminate: true, so its documents were not looked for',
  )
  expect(output).not.toContain('_decontaminate are')
  expect(code).toBe(0)
})

test.each([
  ["{ paths: 'nowhere' }", /LmEvalError: .*nowhere/u],
  ['{ paths: [] }', /Option decontamination of lmEval\(\) .* allowed is an object with paths/u],
  ["{ path: 'corpus' }", /Option decontamination of lmEval\(\)/u],
])('refused with a sentence: %s', async (given, message) => {
  const where = project(looked, `{ tasks: ['evals/*.yaml'], baselines: false, decontamination: ${given} }`)
  const { code, output } = await where.vitest(['run'])
  expect(output).toMatch(message)
  expect(code).toBe(1)
})
