import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../plugin/python/index.ts'
import { resolveOptions } from '../../plugin/vitest/options.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'
import { runCommand } from './run-command.ts'

// Files that lm-eval 0.4.13 wrote of four tasks, one of each output type, with a model that answers by chance.
const recorded = fileURLToPath(new URL('../results/fixtures', import.meta.url))
const tasks = ['rec_gen', 'rec_ll', 'rec_mc', 'rec_roll']
const date = '2026-01-02T03-04-05.678901'

/** A project with the recorded run's tasks and files, under the names that the harness gave them. */
function project(): string {
  const folder = temporaryFolder({})
  cpSync(recorded, folder, { recursive: true })
  for (const name of readdirSync(join(folder, 'recorded'))) {
    const to = name.endsWith('.jsonl') ? name.replace('.jsonl', `_${date}.jsonl`) : `results_${date}.json`
    renameSync(join(folder, 'recorded', name), join(folder, 'recorded', to))
  }
  return folder
}

const samples = (task: string): string => `recorded/samples_${task}_${date}.jsonl`

function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

const place = ['--tasks-dir', 'tasks', '--bootstrap_iters', '0']

test('the harness’s own samples give the harness’s figures again', async () => {
  const folder = project()
  const { code, out, error } = await runCommand(['metrics', 'recorded', '--json', ...place], folder)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  const again = parseJson(out) as { results: Record<string, unknown> }
  const before = parseJson(
    readFileSync(join(folder, `recorded/results_${date}.json`), 'utf8'),
  ) as typeof again
  expect(Object.keys(again.results)).toEqual(tasks)
  expect(again.results).toEqual(before.results)
})

test('a table with the name of the model', async () => {
  const { out } = await runCommand(['metrics', samples('rec_mc'), ...place], project())
  expect(out).toContain('Model org/recorded: its answers are those of saved samples.\n')
  expect(out).toMatch(/\|Tasks\s*\|Version\|Filter\|n-shot\|\s*Metric\s*\|/u)
  expect(out).toContain('|rec_mc')
})

test('metrics and filters that the task has only now are computed from the same answers', async () => {
  const folder = project()
  edit(folder, 'tasks/rec_gen.yaml', text => {
    const metrics = text.replace('{ metric: bleu }', '{ metric: chrf }')
    return `${metrics}  - name: loud\n    filter: [{ function: uppercase }, { function: take_first }]\n`
  })
  const { out, error } = await runCommand(['metrics', samples('rec_gen'), '--json', ...place], folder)
  expect(error).toBe('')
  const { results } = parseJson(out) as { results: Record<string, Record<string, unknown>> }
  const keys = Object.keys(results.rec_gen ?? {})
  expect(keys).toEqual(expect.arrayContaining(['exact_match,loud', 'chrf,first']))
  expect(keys.filter(key => key.startsWith('bleu'))).toEqual([])
})

test('metrics of encoders are computed by those that the config names, and N/A without', async () => {
  const folder = project()
  const functions = new URL('../../dist/metric/text/index.js', import.meta.url).href
  writeFileSync(
    join(folder, 'tasks/encoded.mjs'),
    `import { bleurt } from '${functions}'\nexport const process_results = (doc, [answer]) => ({ bleurt: bleurt(doc.q, answer) })\n`,
  )
  edit(folder, 'tasks/rec_gen.yaml', text =>
    text.replace(
      /metric_list: .*/u,
      'process_results: !function encoded.process_results\nmetric_list: [{ metric: bleurt, aggregation: mean, higher_is_better: true }]',
    ),
  )
  const figures = async () => {
    const { out, error } = await runCommand(['metrics', samples('rec_gen'), '--json', ...place], folder)
    expect(error).toBe('')
    return (parseJson(out) as { results: Record<string, Record<string, unknown>> }).results.rec_gen ?? {}
  }
  expect(await figures()).toMatchObject({ 'bleurt,first': 'N/A', 'bleurt,word': 'N/A' })
  const model = fileURLToPath(new URL('../encoder/fixtures/bleurt', import.meta.url))
  const options = JSON.stringify(resolveOptions({ tasksDir: 'tasks', encoders: { bleurt: { model } } }))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { plugins: [{ name: 'vitest-lm-eval:lm-eval', api: { options: ${options} } }] }\n`,
  )
  const found = await figures()
  expect(Number(found['bleurt,first'])).toBeGreaterThan(0)
  expect(Number(found['bleurt,word'])).toBeGreaterThan(0)
})

test('of a folder the latest samples of each task count, and the others are told', async () => {
  const folder = project()
  cpSync(
    join(folder, samples('rec_ll')),
    join(folder, 'recorded/samples_rec_ll_2025-01-02T03-04-05.678901.jsonl'),
  )
  const { code, error } = await runCommand(['metrics', 'recorded', ...place], folder)
  expect(error).toContain(`rec_ll: samples_rec_ll_${date}.jsonl is taken, 1 older ones are not.`)
  expect(code).toBe(0)
})

describe('what does not fit is refused with a sentence', () => {
  const changed: [what: string, change: (folder: string) => void, message: RegExp][] = [
    [
      'a document that has changed',
      folder => edit(folder, samples('rec_mc'), text => text.replace(/"doc_hash": "./u, '"doc_hash": "x')),
      /samples_rec_mc_.*\.jsonl:1: document 0 has changed since the samples were saved; evaluate the task again\./u,
    ],
    [
      'a document that is gone',
      folder => edit(folder, samples('rec_mc'), text => text.replace('"doc_id": 0', '"doc_id": 99')),
      /:1: document 99 is not in task rec_mc/u,
    ],
    [
      'prompts that have changed',
      folder =>
        edit(folder, 'tasks/rec_mc.yaml', text =>
          text.replace(/doc_to_text: .*/u, 'doc_to_text: "Other: {{q}}"'),
        ),
      /documents of task rec_mc cannot be judged, the first is document 0: .*no answer to the prompt/u,
    ],
    ['a broken line', folder => edit(folder, samples('rec_mc'), text => `{\n${text}`), /:1: not valid JSON/u],
    ['an empty file', folder => edit(folder, samples('rec_mc'), () => ''), /has no samples\./u],
    [
      'a results file that is no JSON',
      folder => edit(folder, `recorded/results_${date}.json`, () => '{'),
      /results_.*\.json is no JSON/u,
    ],
  ]
  test.each(changed)('%s', async (_, change, message) => {
    const folder = project()
    change(folder)
    const { code, error } = await runCommand(['metrics', samples('rec_mc'), ...place], folder)
    expect(error).toMatch(message)
    expect(error).not.toMatch(/^\s+at (?:file|node|async)/mu)
    expect(code).toBe(1)
  })

  test.each([
    [['nowhere'], 'There is no '],
    [['tasks'], 'has no samples_*.jsonl'],
    [['tasks/docs.jsonl'], 'is not named samples_TASK_DATE.jsonl'],
  ])('%j', async (paths, message) => {
    const { code, error } = await runCommand(['metrics', ...paths, ...place], project())
    expect(error).toContain(message)
    expect(code).toBe(1)
  })

  test('no path at all', async () => {
    const { code, error } = await runCommand(['metrics'], project())
    expect(error).toContain('metrics takes samples files, or folders with them.')
    expect(code).toBe(2)
  })
})
