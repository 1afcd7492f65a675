import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { config, type Finished, Project, smallRows, smallTask } from './project.ts'
import { createWorkspace, repository } from './workspace.ts'

const tasks = "{ tasks: ['evals/*.yaml'] }"

function project(
  task = smallTask(),
  options = tasks,
  files: Record<string, string> = {},
  workspace?: string,
): Project {
  return new Project(
    {
      'vitest.config.ts': config(options),
      'evals/colours.yaml': task,
      'evals/rows.jsonl': smallRows(6),
      ...files,
    },
    workspace,
  )
}

/** One message, exit code 1, no frame inside the package, no baseline, no draft of one. */
function expectOneMessage({ code, output }: Finished, message: RegExp, where: Project): void {
  expect(output).toMatch(message)
  expect(code).toBe(1)
  expect(output).not.toMatch(/node_modules\/vitest-lm-eval\/dist/u)
  expect(output.split('\n').filter(line => /^(?:\w*Error|LmEvalError): /u.test(line.trim()))).toHaveLength(1)
  expect(
    readdirSync(where.folder, { recursive: true }).filter(name => String(name).endsWith('.tmp')),
  ).toEqual([])
}

function modelFolder(where: Project, name = 'model'): string {
  const folder = where.path(name)
  cpSync(join(repository, 'examples/tiny-model'), folder, { recursive: true })
  return folder
}

test('a model folder that is not there', async () => {
  const where = project(smallTask(), "{ model: './nowhere', tasks: ['evals/*.yaml'] }")
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*nowhere/u, where)
  expect(existsSync(where.path('baselines'))).toBe(false)
})

test('a model folder without a tokenizer', async () => {
  const where = project(smallTask(), "{ model: './model', tasks: ['evals/*.yaml'] }")
  rmSync(join(modelFolder(where), 'tokenizer.json'))
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*tokenizer\.json/u, where)
})

test('an ONNX file that was cut in half', async () => {
  const where = project(smallTask(), "{ model: './model', tasks: ['evals/*.yaml'] }")
  const file = join(modelFolder(where), 'onnx/model.onnx')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, bytes.length / 2))
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*model\.onnx/u, where)
})

test('a provider that cannot run here, named explicitly', async () => {
  const where = project(smallTask(), "{ provider: 'coreml', tasks: ['evals/*.yaml'] }")
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*coreml/u, where)
})

test('a YAML with a tab', async () => {
  const where = project(smallTask().replace('    test:', '\ttest:'))
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*colours\.yaml:5:\d+.*tab/iu, where)
})

test('a !function that the module does not have', async () => {
  const where = project(
    smallTask().replace('doc_to_text:', 'process_docs: !function utils.missing\ndoc_to_text:'),
    tasks,
    {
      'evals/utils.ts': 'export const present = (docs: unknown[]) => docs\n',
    },
  )
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*missing.*present/u, where)
})

test('a template that names a missing column', async () => {
  const where = project(smallTask().replace('{{question}}', '{{qestion}}'))
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*qestion/u, where)
})

test('an empty data set', async () => {
  const where = project(smallTask(), tasks, { 'evals/rows.jsonl': '' })
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*rows\.jsonl/u, where)
})

test('an empty list of choices', async () => {
  const where = project(smallTask().replace('["red", "blue"]', '[]'))
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*choice/u, where)
})

test('a gold index out of range counts as wrong, with a warning', async () => {
  const rows = smallRows(6).trimEnd().split('\n')
  rows[3] = '{"question": "What is the colour of thing 3?", "label": 7}'
  const where = project(smallTask(), tasks, { 'evals/rows.jsonl': `${rows.join('\n')}\n` })
  const { code, output } = await where.vitest(['run'])
  expect(code).toBe(0)
  expect(output).toMatch(/! colours: .*3.*7/u)
})

test('a broken line 137 of a data file', async () => {
  const rows = smallRows(200).trimEnd().split('\n')
  rows[136] = '{"question": "cut off'
  const where = project(smallTask(), tasks, { 'evals/rows.jsonl': rows.join('\n') })
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*(?:line 137|rows\.jsonl:137)/u, where)
})

test('a baseline file that is not JSON', async () => {
  const where = project(smallTask(), tasks, { 'baselines/colours-v1.0-res.json': '{"results": ' })
  expectOneMessage(
    await where.vitest(['run']),
    /LmEvalError: Baseline .*colours-v1\.0-res\.json:1:\d+ is not JSON/u,
    where,
  )
  expect(readFileSync(where.path('baselines/colours-v1.0-res.json'), 'utf8')).toBe('{"results": ')
})

test('a baselines folder that cannot be written', async () => {
  const where = project(smallTask(), tasks)
  // A file in the folder's place refuses writing to every user, root included.
  writeFileSync(where.path('baselines'), '')
  chmodSync(where.path('baselines'), 0o444)
  expectOneMessage(await where.vitest(['run']), /LmEvalError: Baseline .* cannot be written/u, where)
})

test('a vm pool without the model process', async () => {
  const where = project(smallTask(), "{ tasks: ['evals/*.yaml'], modelProcess: false }")
  expectOneMessage(await where.vitest(['run', '--pool=vmThreads']), /LmEvalError: .*vmThreads/u, where)
})

test('an unknown option, with the nearest one', async () => {
  const where = project(smallTask(), "{ task: ['wsc273'] }")
  const { code, output } = await where.vitest(['run'])
  expect(output).toContain('lmEval() has no option task; did you mean tasks?')
  expect(code).toBe(1)
})

test('samples of a task that does not run, with the nearest one; an empty list of them', async () => {
  const where = project(smallTask(), "{ tasks: ['evals/*.yaml'], samples: { colors: [0] } }")
  const { code, output } = await where.vitest(['run'])
  expect(output).toContain(
    'Option samples of lmEval() names colors, which is no task of this run. Did you mean colours?',
  )
  expect(code).toBe(1)
  where.write('vitest.config.ts', config("{ tasks: ['evals/*.yaml'], samples: { colours: [] } }"))
  const all = await where.vitest(['run'])
  expect(all.output).toContain('samples of colours is an empty list, so all of its documents are evaluated.')
  expect(all.output).toMatch(/Tests\s+7 passed/u)
})

test('two tasks whose names make one file name', async () => {
  const second = smallTask().replace('task: colours', 'task: "a:b"')
  const where = project(smallTask().replace('task: colours', 'task: a/b'), tasks, { 'evals/b.yaml': second })
  expectOneMessage(
    await where.vitest(['run']),
    /LmEvalError: The tasks a:b and a\/b both keep their figures in .*; rename one of them/u,
    where,
  )
})

test('an unknown task, with the nearest one', async () => {
  const where = project(smallTask(), "{ tasks: ['wsc237'] }")
  const { code, output } = await where.vitest(['run'])
  expect(output).toMatch(/LmEvalError: .*wsc237.*wsc273/u)
  expect(code).toBe(1)
})

test('onnxruntime-node that is not installed', async () => {
  const { root, remove } = createWorkspace(['onnxruntime-node'])
  onTestFinished(remove)
  const where = project(smallTask(), tasks, {}, root)
  expectOneMessage(await where.vitest(['run']), /LmEvalError: .*npm i -D onnxruntime-node/u, where)
})

test('a baseline with figures of another task is not overwritten', async () => {
  const stored = '{"results": {"other": {"acc,none": 0.5}}, "versions": {}}'
  const where = project(smallTask(), tasks, { 'baselines/colours-v1.0-res.json': stored })
  expectOneMessage(await where.vitest(['run', '-u']), /LmEvalError: Baseline .* has figures of other/u, where)
  expect(readFileSync(where.path('baselines/colours-v1.0-res.json'), 'utf8')).toBe(stored)
})

test('a target that is among the choices of no document, as after a mistyped column', async () => {
  const where = project(smallTask().replace('doc_to_target: label', 'doc_to_target: lable'))
  const finished = await where.vitest(['run'])
  expectOneMessage(finished, /LmEvalError: colours: the target of none .*"lable".*question, label/u, where)
  expect(existsSync(where.path('baselines'))).toBe(false)
})

test('two plugins of one name', async () => {
  const where = project()
  where.write(
    'vitest.config.ts',
    config("{ tasks: ['evals/*.yaml'] }").replace('[lmEval', "[lmEval({ tasks: ['wsc273'] }), lmEval"),
  )
  expectOneMessage(await where.vitest(['run']), /LmEvalError: Two lmEval\(\) .* 'lm-eval'/u, where)
})

test('a function of the task that throws is shown with its own place', async () => {
  const task = smallTask().replace('doc_to_text:', 'process_docs: !function utils.broken\ndoc_to_text:')
  const utils = 'export function broken(): never {\n  throw new Error("boom")\n}\n'
  const where = project(task, tasks, { 'evals/utils.ts': utils })
  const finished = await where.vitest(['run'])
  expectOneMessage(finished, /LmEvalError: .*process_docs failed: boom/u, where)
  expect(finished.output).toMatch(/evals\/utils\.ts:2:9/u)
})

test('a metric that comes to NaN fails its gate and is not stored', async () => {
  const task = smallTask().replace('aggregation: mean', 'aggregation: !function utils.nothing')
  const where = project(task, tasks, { 'evals/utils.ts': 'export const nothing = () => Number.NaN\n' })
  expectOneMessage(await where.vitest(['run']), /LmEvalError: colours: acc is NaN/u, where)
  expect(existsSync(where.path('baselines'))).toBe(false)
})

test('two models that keep one task in one baseline file', async () => {
  const where = project()
  where.write(
    'vitest.config.ts',
    config("{ tasks: ['evals/*.yaml'] }").replace(
      '[lmEval',
      "[lmEval({ name: 'other', model: 'dummy', tasks: ['evals/*.yaml'] }), lmEval",
    ),
  )
  expectOneMessage(
    await where.vitest(['run']),
    /LmEvalError: .*'other' and 'lm-eval' both keep task colours/u,
    where,
  )
})
