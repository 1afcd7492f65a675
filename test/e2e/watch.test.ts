import { cpSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelProcesses } from './processes.ts'
import { config, Project, type Running, smallRows, smallTask } from './project.ts'
import { repository } from './workspace.ts'

const utils = (label: string): string =>
  `export const relabel = (docs: { label: number }[]) => docs.map(doc => ({ ...doc, label: ${label} }))\n`

/** Changes a file and waits for the end of the rerun that it causes. */
async function rerun(watching: Running, change: () => void): Promise<string> {
  watching.clear()
  change()
  await watching.printed(/Waiting for file changes|Watching for file changes/u, 15)
  return watching.output()
}

test('editing the YAML, its include, its functions, the data or the baseline reruns the task; the model stays loaded', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/colours.yaml'] }"),
    'evals/colours.yaml': 'include: base.yaml\ntask: colours\nprocess_docs: !function utils.relabel\n',
    'evals/base.yaml': smallTask('base'),
    'evals/utils.ts': utils('doc.label'),
    'evals/rows.jsonl': smallRows(4),
  })
  const watching = project.start(['--watch'])
  await watching.printed(/Waiting for file changes/u)
  expect(watching.output()).toContain('5 passed')
  const [model] = modelProcesses(watching.process.pid as number)
  expect(model).toBeDefined()

  const changed = (name: string, text: string): Promise<string> =>
    rerun(watching, () => project.write(name, text))
  const allRan = /5 passed|1 failed \| 4 passed/u
  expect(await changed('evals/rows.jsonl', smallRows(4).replace('thing 3', 'thing 33'))).toMatch(allRan)
  expect(await changed('evals/utils.ts', utils('1'))).toMatch(/RERUN.*utils\.ts/u)
  expect(await changed('evals/utils.ts', utils('0'))).toMatch(/acc is 1|acc is 0/u)
  expect(await changed('evals/utils.ts', utils('doc.label'))).toMatch(allRan)
  expect(await changed('evals/base.yaml', smallTask('base').replace('"Question: ', '"Q: '))).toMatch(allRan)
  const baseline = 'baselines/colours-v1.0-res.json'
  const stored = readFileSync(project.path(baseline), 'utf8')
  const moved = stored.replace(/"acc,none": [\d.]+/u, '"acc,none": 0.01')
  expect(await changed(baseline, moved)).toMatch(/the baseline is 0\.01/u)
  expect(await changed('evals/colours.yaml', 'include: base.yaml\ntask: colours\n')).toMatch(/RERUN/u)
  expect(modelProcesses(watching.process.pid as number)).toEqual([model])

  watching.process.kill()
  await watching.ended
}, 120_000)

test('a model whose files were replaced is loaded again', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ model: './model', tasks: ['evals/colours.yaml'] }"),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  cpSync(join(repository, 'examples/tiny-model'), project.path('model'), { recursive: true })
  const watching = project.start(['--watch'])
  await watching.printed(/Waiting for file changes/u)
  const before = modelProcesses(watching.process.pid as number)
  utimesSync(project.path('model/onnx/model.onnx'), new Date(), new Date(2026, 0, 1))
  await rerun(watching, () => project.write('evals/rows.jsonl', smallRows(4).replace('thing 3', 'thing 33')))
  const after = modelProcesses(watching.process.pid as number)
  expect(before).toHaveLength(1)
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
  watching.process.kill()
  await watching.ended
})
