import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { config, Project, smallRows, smallTask } from './project.ts'

/** A group over one task file of its own, an override of it, and a member that is built in place. */
const files = {
  'evals/colours.yaml': smallTask(),
  'evals/rows.jsonl': smallRows(4),
  'evals/group.yaml': `group: shades
group_alias: Shades of colour
task:
  - task: colours
    task_alias: plain colours
    num_fewshot: 1
    fewshot_config: {sampler: first_n}
  - task: told
    dataset_path: json
    dataset_kwargs: {data_files: {test: rows.jsonl}}
    test_split: test
    output_type: generate_until
    doc_to_text: "{{question}}"
    doc_to_target: "no answer"
    generation_kwargs: {until: ["\\n"], max_gen_toks: 4}
    metric_list: [{metric: exact_match}]
  - task: rolled
    dataset_path: json
    dataset_kwargs: {data_files: {test: rows.jsonl}}
    test_split: test
    output_type: loglikelihood_rolling
    doc_to_text: ""
    doc_to_target: "{{question}}"
    metric_list: [{metric: word_perplexity}]
aggregate_metric_list:
  - {metric: acc, weight_by_size: true}
metadata: {version: 3}
`,
}

test('a group of all output types: suites, gates with a baseline each, a table of the group', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['shades'], tasksDir: 'evals' }"),
    ...files,
  })
  const first = await project.vitest(['run'])
  expect(first.output).toMatch(/Tests\s+15 passed \(15\)/u)
  expect(first.output).toMatch(/\|Shades of colour\|\s*3\|/u)
  expect(first.output).toMatch(/\| - plain colours\s*\|\s*1(?:\.0)?\|none\s*\|\s*1\|acc/u)
  expect(first.output).toMatch(/shades::told.*exact_match/u)
  expect(first.output).toMatch(/shades::rolled.*word_perplexity/u)
  expect(first.output).toContain(
    'The group shades has acc,none without 2 of its 3 tasks (shades::told, shades::rolled), which lack it.',
  )
  expect(first.code).toBe(0)
  expect(readdirSync(project.path('baselines')).sort()).toEqual([
    'colours-v1.0-res.json',
    'shades__rolled-res.json',
    'shades__told-res.json',
  ])
  const again = await project.vitest(['run'], { CI: 'true' })
  expect(again.output).toMatch(/Tests\s+15 passed \(15\)/u)
  expect(again.output).not.toMatch(/written|updated|obsolete/u)
})

test('one suite of a group runs alone, and the group says what it lacks', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['shades'], tasksDir: 'evals', baselines: false }"),
    ...files,
  })
  const { output, code } = await project.vitest(['run', '-t', 'colours'])
  expect(output).toMatch(/Tests\s+5 passed \| 10 skipped/u)
  expect(output).toContain('| - plain colours|')
  expect(output).toContain(
    'The group shades has no result of 2 of its 3 tasks (shades::told, shades::rolled), which were not run or failed: its acc,none is no figure of the whole group.',
  )
  expect(code).toBe(0)
  expect(existsSync(project.path('baselines'))).toBe(false)
})
