import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { dictGet, dictKeys, isDict, PyFloat } from '../../plugin/python/index.ts'
import { taskFields } from '../../plugin/task/task-fields.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import { shippedTasksDir } from '../../plugin/task/task-registry.ts'
import { FunctionReference } from '../../plugin/task/types.ts'
import { repository } from '../e2e/workspace.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'
import { runCommand } from './run-command.ts'

const text = readFileSync(join(repository, 'dist/task.schema.json'), 'utf8')
const validate = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(text))

/** A YAML file as an editor's language server sees it: a tag is its text. */
function asEditor(value: unknown): unknown {
  if (value instanceof FunctionReference) return value.text
  if (value instanceof PyFloat) return Number(value)
  if (Array.isArray(value)) return value.map(asEditor)
  if (!isDict(value)) return value
  return Object.fromEntries(dictKeys(value).map(key => [String(key), asEditor(dictGet(value, key))]))
}

function accepts(yaml: string): boolean {
  const folder = temporaryFolder({ 'task.yaml': yaml })
  return validate(asEditor(readTaskFile(join(folder, 'task.yaml')).config))
}

const shipped = readdirSync(shippedTasksDir, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.yaml'))
  .sort()

test.each(shipped)('accepts %s', name => {
  validate(asEditor(readTaskFile(join(shippedTasksDir, name)).config))
  expect(validate.errors ?? []).toEqual([])
})

test('knows every field of the validator, and no other', () => {
  const { properties } = JSON.parse(text).else as { properties: object }
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...Object.keys(taskFields), 'include']))
  expect(accepts('task: a\ndoc_to_txt: b\n')).toBe(false)
  expect(accepts('group: a\ntask: [b]\ngroup_name: c\n')).toBe(false)
})

test.each([
  ['a part for others to include', 'output_type: multiple_choice\n', true],
  ['a function', 'task: a\nprocess_docs: !function utils.run\n', true],
  ['a constant as target', 'task: a\ndoc_to_target: 0\n', true],
  ['null beside use_prompt', 'task: a\nuse_prompt: "promptsource:x"\ndoc_to_text: null\n', true],
  ['a group with an inline group', 'group: a\ntask: [b, { group: c, task: [d], num_fewshot: 2 }]\n', true],
  ['a group that overrides', 'group: a\ntask: [{ task: b, num_fewshot: 2 }]\nnum_fewshot: 0\n', true],
  ['an output type that is none', 'task: a\noutput_type: multiple_choices\n', false],
  ['a number as delimiter', 'task: a\ntarget_delimiter: 1\n', false],
  ['shots that are no whole number', 'task: a\nnum_fewshot: many\n', false],
  ['a task in Python', 'task: a\nclass: !function task.A\n', false],
  [
    'a group metric with an unknown field',
    'group: a\ntask: [b]\naggregate_metric_list: [{ metric: acc, weight: 1 }]\n',
    false,
  ],
])('%s', (_, yaml, accepted) => {
  expect(accepts(yaml)).toBe(accepted)
})

test('the command prints the file, which the package exports', async () => {
  expect(await runCommand(['schema'])).toEqual({ code: 0, out: text, error: '' })
  const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(exports['./task.schema.json']).toBe('./dist/task.schema.json')
})
