import { expect, test } from 'vitest'
import type { ListedTask } from '../../plugin/cli/task-line.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'
import { runCommand } from './run-command.ts'

const task = (name: string, more = ''): string => `task: ${name}
dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
output_type: loglikelihood
doc_to_text: "{{q}}"
doc_to_target: "{{a}}"
${more}`

const files = {
  'own/red.yaml': task('red', 'tag: [warm, loud]\ntraining_split: train\nmetadata: { version: 2.0 }\n'),
  'own/blue.yaml': task('blue', 'num_fewshot: 3\n'),
  'own/colours.yaml':
    'group: colours\ntask: [red, blue]\nnum_fewshot: 5\nmetadata: { version: 1 }\naggregate_metric_list: [{ metric: acc }]\n',
  'own/broken.yaml': 'task: [\n',
}

test('a table of everything, without a pattern', async () => {
  const { code, out } = await runCommand(['tasks', '--config', 'none'])
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^Name +Type +n-shot +Splits +Version +Groups, tags$/u)
  expect(out).toMatch(/^wsc273 +multiple_choice +0 +test +1\.0$/mu)
  expect(out).toMatch(/^gsm8k +generate_until +5 +test \(shots: train\) +3\.0$/mu)
  expect(out).toMatch(/^xstorycloze +group of 11 +1\.0$/mu)
  expect(out).toMatch(/^xstorycloze_te +multiple_choice +0 +eval \(shots: train\) +1\.0 +xstorycloze$/mu)
  expect(code).toBe(0)
})

test('own tasks, groups and tags; what is broken is told', async () => {
  const folder = temporaryFolder(files)
  const { out, error } = await runCommand(['tasks', '--tasks_dir', 'own'], folder)
  expect(out).toMatch(/^blue +loglikelihood +3 +test +colours$/mu)
  expect(out).toMatch(/^red +loglikelihood +0 +test \(shots: train\) +2\.0 +colours, #loud, #warm$/mu)
  expect(out).toMatch(/^colours +group of 2 +1$/mu)
  expect(out).toMatch(/^warm +tag of 1$/mu)
  expect(error).toMatch(/^! .*broken\.yaml is left out, it cannot be read/mu)
})

test('patterns select; a group brings its members with its overrides', async () => {
  const folder = temporaryFolder(files)
  const { out } = await runCommand(['tasks', 'colours', 'wsc*', '--tasks-dir', 'own', '--json'], folder)
  const tasks = JSON.parse(out) as ListedTask[]
  expect(tasks.map(({ name, num_fewshot }) => [name, num_fewshot])).toEqual([
    ['colours', null],
    ['red', 5],
    ['blue', 5],
    ['wsc273', 0],
  ])
  expect(tasks[0]).toMatchObject({ kind: 'group', version: '1', members: ['red', 'blue'], problem: null })
  expect(tasks[1]).toMatchObject({
    kind: 'task',
    output_type: 'loglikelihood',
    training_split: 'train',
    test_split: 'test',
    version: '2.0',
    groups: ['colours'],
    tags: ['loud', 'warm'],
  })
})

test('a task that is named itself stands as its file has it', async () => {
  const { out } = await runCommand(
    ['tasks', 'colours', 'blue', '--tasks-dir', 'own', '--json'],
    temporaryFolder(files),
  )
  const blue = (JSON.parse(out) as ListedTask[]).filter(({ name }) => name === 'blue')
  expect(blue).toMatchObject([{ num_fewshot: 3 }])
})

test('a path, a glob and a pattern without a match', async () => {
  const folder = temporaryFolder(files)
  const path = await runCommand(['tasks', 'own/re*.yaml'], folder)
  expect(path.out).toMatch(/\nred +loglikelihood/u)
  const nothing = await runCommand(['tasks', 'purple*'], folder)
  expect(nothing.code).toBe(1)
  expect(nothing.error).toContain('No task is named purple*')
})

test('names cannot send escapes to the terminal', async () => {
  const folder = temporaryFolder({ 'evil.yaml': task('"evil\\u001b]0;title\\u0007"') })
  const { out } = await runCommand(['tasks', 'evil.yaml'], folder)
  expect(out).toContain('evil\\x1b]0;title\\x07')
  expect(out).not.toContain('\u001b')
})

test('files that the Vitest config runs are listed too', async () => {
  const options = { name: 'lm-eval', tasks: ['wsc273', 'own/re*.yaml'] }
  const plugin = `{ name: 'vitest-lm-eval:lm-eval', api: { options: ${JSON.stringify(options)} } }`
  const folder = temporaryFolder({
    ...files,
    'vitest.config.mjs': `export default { plugins: [${plugin}] }\n`,
  })
  const { out } = await runCommand(['tasks'], folder)
  expect(out).toMatch(/^red +loglikelihood/mu)
  expect(out.match(/^wsc273 /gmu)).toHaveLength(1)
  expect(out).not.toMatch(/^blue /mu)
})
