import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { docHash, promptHash, targetHash, taskHash } from '../../plugin/results/hashes.ts'
import { config, Project, smallRows, smallTask } from './project.ts'

const files = { 'evals/colours.yaml': smallTask(), 'evals/rows.jsonl': smallRows(6) }

function written(project: Project, model = 'tiny-model'): string[] {
  const folder = project.path(`out/${model}`)
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

const date = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{6})?`

test('results and samples with the names and keys of the harness', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], output: 'out', baselines: false }"),
    ...files,
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toMatch(new RegExp(`Written: .*/out/tiny-model/results_${date}\\.json`, 'u'))
  expect(code).toBe(0)
  const [results, samples, ...others] = written(project)
  expect(results).toMatch(new RegExp(`^results_${date}\\.json$`, 'u'))
  expect(samples).toMatch(new RegExp(`^samples_colours_${date}\\.jsonl$`, 'u'))
  expect(samples).toBe(results?.replace('results_', 'samples_colours_').replace('.json', '.jsonl'))
  expect(others).toEqual([])

  const lines = readFileSync(project.path(`out/tiny-model/${samples}`), 'utf8')
    .trimEnd()
    .split('\n')
  const records = lines.map(line => JSON.parse(line))
  expect(records.map(({ doc_id }) => doc_id)).toEqual([0, 1, 2, 3, 4, 5])
  for (const record of records) {
    expect(Object.keys(record)).toEqual(
      'doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash acc'.split(
        ' ',
      ),
    )
    expect(record).toMatchObject({
      doc_hash: docHash(record.doc),
      prompt_hash: promptHash(record.arguments.gen_args_0.arg_0),
      target_hash: targetHash(record.target),
    })
  }

  const object = JSON.parse(readFileSync(project.path(`out/tiny-model/${results}`), 'utf8'))
  expect(Object.keys(object)).toEqual(
    (
      'results group_subtasks configs versions n-shot higher_is_better n-samples config git_hash date pretty_env_info ' +
      'transformers_version lm_eval_version upper_git_hash max_length vitest_lm_eval task_hashes model_source model_name ' +
      'model_name_sanitized system_instruction system_instruction_sha fewshot_as_multiturn chat_template chat_template_sha ' +
      'total_evaluation_time_seconds'
    ).split(' '),
  )
  expect(object.task_hashes).toEqual({ colours: taskHash(records) })
  expect(object['n-samples']).toEqual({ colours: { original: 6, effective: 6 } })
  expect(object.configs.colours).toMatchObject({ task: 'colours', output_type: 'multiple_choice' })
  expect(object.results.colours['acc,none']).toBe(
    records.reduce((sum, { acc }) => sum + acc, 0) / records.length,
  )
  expect(object.model_name).toBe('tiny-model')
  expect(object.vitest_lm_eval).toMatchObject({
    complete: true,
    tasks: { colours: { documents: { selected: 6 } } },
  })
})

test('a part of the documents is marked, and a run that names no folder writes nothing', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], output: 'out', baselines: false }"),
    ...files,
  })
  await project.vitest(['run', '-t', 'doc 2:'])
  const [results] = written(project)
  const object = JSON.parse(readFileSync(project.path(`out/tiny-model/${results}`), 'utf8'))
  expect(object.vitest_lm_eval).toMatchObject({
    complete: false,
    tasks: { colours: { documents: { selected: 1, total: 6 } } },
  })
  expect(object['n-samples']).toEqual({ colours: { original: 6, effective: 1 } })
  const without = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], baselines: false }"),
    ...files,
  })
  expect((await without.vitest(['run'])).output).not.toContain('Written')
  expect(existsSync(without.path('out'))).toBe(false)
})

test('shards write their samples, the merged run its results', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], output: 'out', baselines: false }"),
    ...files,
    'evals/other.yaml': smallTask().replace('task: colours', 'task: other'),
  })
  for (const shard of [1, 2]) await project.vitest(['run', `--shard=${shard}/2`, '--reporter=blob'])
  expect(written(project).map(name => name.replace(new RegExp(date, 'u'), 'DATE'))).toEqual([
    'samples_colours_DATE.jsonl',
    'samples_other_DATE.jsonl',
  ])
  const { output } = await project.vitest(['run', '--merge-reports'])
  expect(output).toContain('Written: ')
  const results = written(project).find(name => name.startsWith('results_'))
  const object = JSON.parse(readFileSync(project.path(`out/tiny-model/${results}`), 'utf8'))
  expect(Object.keys(object.results)).toEqual(['colours', 'other'])
})

test('a folder that cannot be written fails the run with one sentence', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], output: 'evals/rows.jsonl', baselines: false }"),
    ...files,
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toMatch(/option output/u)
  expect(code).toBe(1)
})

test('a name that steers a terminal is defused wherever it goes, and its samples are found again', async () => {
  const name = 'red\u001b[31m/blue'
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], output: 'out', baselines: false }"),
    ...files,
    'evals/colours.yaml': smallTask().replace('task: colours', 'task: "red\\e[31m/blue"'),
  })
  const { output } = await project.vitest(['run', '--reporter=verbose'])
  expect(output).toContain('red\\x1b[31m/blue')
  // What is printed here has lost its escape sequences.
  expect(output).not.toContain('red/blue')
  expect(written(project).join('\n')).toMatch(/^samples_red_\[31m_blue_.*\.jsonl$/mu)
  const { output: again, code } = await project.cli(['metrics', 'out/tiny-model', '--json'])
  expect(Object.keys(JSON.parse(again).results)).toEqual([name])
  expect(code).toBe(0)
})
