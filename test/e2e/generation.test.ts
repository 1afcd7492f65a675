import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { config, Project } from './project.ts'

const task = `
task: endings
dataset_path: json
dataset_kwargs:
  data_files: { test: rows.jsonl }
test_split: test
output_type: generate_until
doc_to_text: "{{text}}"
doc_to_target: "{{end}}"
repeats: 3
generation_kwargs:
  until: ["."]
  max_gen_toks: 6
  do_sample: true
  temperature: 1.0
  top_p: 0.95
metric_list:
  - metric: exact_match
metadata:
  version: 1.0
`

const texts = ['The king said', 'Once upon a time', 'She was', 'A tool used to', 'In the days of', 'No']
const rows = texts.map(text => `${JSON.stringify({ text, end: 'x' })}\n`).join('')

interface Meta {
  text: string
  stopReason: string
}

function project(options = ''): Project {
  return new Project({
    'vitest.config.ts': config(
      `{ tasks: ['evals/*.yaml'], baselines: false, output: 'out', bootstrapIters: 0${options} }`,
    ),
    'evals/endings.yaml': task,
    'evals/rows.jsonl': rows,
  })
}

async function run(project: Project, args: string[] = []) {
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json']
  const { code, output } = await project.vitest(['run', ...reporters, ...args])
  expect(code).toBe(0)
  const report = JSON.parse(readFileSync(project.path('report.json'), 'utf8'))
  const tests = report.testResults.flatMap((file: { assertionResults: unknown[] }) => file.assertionResults)
  const metas = new Map<number, Meta>(
    tests.flatMap(({ meta }: { meta?: { lmEval?: Meta & { doc: number } } }) =>
      meta?.lmEval === undefined ? [] : [[meta.lmEval.doc, meta.lmEval]],
    ),
  )
  return { output, metas }
}

function samples(project: Project): { doc_id: number; resps: string[][] }[] {
  const folder = project.path('out/tiny-model')
  const name = readdirSync(folder).find(file => file.startsWith('samples_endings')) as string
  const lines = readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line))
}

test('a sampled task: the seed is told, repeats differ, stop reasons are kept, cut texts are counted', async () => {
  const whole = project()
  const { output, metas } = await run(whole)
  expect(output).toContain('texts are sampled: seed 1234, 3 texts for each request')
  const [, cut, of] = output.match(/(\d+) of (\d+) generations were cut by max_gen_toks/) ?? []
  expect(Number(of)).toBe(3 * texts.length)
  const first = [...metas.values()].map(({ stopReason }) => stopReason)
  expect(first).toHaveLength(texts.length)
  for (const reason of first) expect(['stop', 'end', 'length']).toContain(reason)
  expect(Number(cut)).toBeGreaterThanOrEqual(first.filter(reason => reason === 'length').length)

  const all = samples(whole)
  expect(all.map(({ resps }) => resps.map(repeats => repeats.length))).toEqual(texts.map(() => [3]))
  expect(all.filter(({ resps }) => new Set(resps[0]).size > 1).length).toBeGreaterThan(texts.length / 2)
  expect(all.map(({ resps }) => resps[0]?.[0])).toEqual([...metas.values()].map(({ text }) => text))

  const part = await run(project(', batchSize: 2'), ['-t', 'doc 3:'])
  expect([...part.metas]).toEqual([[3, metas.get(3)]])

  const other = await run(project(', samplingSeed: 7'))
  expect(other.output).toContain('texts are sampled: seed 7, 3 texts for each request')
  expect([...other.metas.values()].map(({ text }) => text)).not.toEqual(
    [...metas.values()].map(({ text }) => text),
  )
})
