import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDocuments } from '../../plugin/dataset/load-documents.ts'
import { absentMetrics, resolveMetrics } from '../../plugin/metric/resolve-metrics.ts'
import { jsonDumps, parseJson, pyEquals } from '../../plugin/python/index.ts'
import { findSelection } from '../../plugin/task/find-tasks.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { RequestBuilder } from '../../plugin/task/requests.ts'
import { readTaskSpec } from '../../plugin/task/select/read-task-spec.ts'
import { indexTasks, shippedTasksDir } from '../../plugin/task/task-registry.ts'
import type { Request } from '../../plugin/task/types.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface Row {
  dataset: string
  split: string
  row: unknown
}

/** What lm-eval 0.4.13 makes of those rows with its own task of that name; `shots` is what was asked for, if anything. */
interface Recorded {
  task: string
  shots: number | null
  num_fewshot: number
  type: Request['type']
  version: unknown
  output_type: string
  targets: unknown[]
  /** Arguments of every request, by document. */
  docs: unknown[][]
}

const root = import.meta.dirname
const rows = read<Row>('rows')
const recorded = read<Recorded>('requests')

function read<T>(name: string): T[] {
  const text = readFileSync(new URL(`fixtures/shipped/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => parseJson(line) as T)
}

async function loadShipped(name: string, shots?: number) {
  const { tasks } = findSelection([name], { root })
  const [found] = tasks
  if (found === undefined || tasks.length > 1) throw new RangeError(`${name} is not one task`)
  const taskFile = readTaskSpec(found.spec)
  return loadTask(taskFile, file => import(file), shots === undefined ? {} : { numFewshot: shots })
}

/** The recorded rows as a user would lay them out: a folder for each data set, a file for each split. */
function localRows() {
  const files: Record<string, string> = {}
  for (const { dataset, split, row } of rows) {
    const file = `${dataset}/${split}.jsonl`
    files[file] = `${files[file] ?? ''}${jsonDumps(row)}\n`
  }
  const folder = temporaryFolder(files)
  return Object.fromEntries(rows.map(({ dataset }) => [dataset, join(folder, dataset)]))
}

/** Arguments of a request as the harness has them. */
function argumentsOf(request: Request): unknown[] {
  switch (request.type) {
    case 'loglikelihood':
      return [request.context, request.continuation]
    case 'loglikelihood_rolling':
      return [request.text]
    case 'generate_until':
      return [request.context, request.settings]
  }
}

describe('requests equal the harness’s', () => {
  const cases = recorded.map(({ task, shots, ...rest }) => {
    return { title: `${task}, ${shots ?? 'its own number of'} shots`, task, shots, ...rest }
  })

  test.each(cases)('$title', async expected => {
    const task = await loadShipped(expected.task, expected.shots ?? undefined)
    expect(task.numFewshot).toBe(expected.num_fewshot)
    expect(task.outputType).toBe(expected.output_type)
    expect(pyEquals(task.version, expected.version)).toBe(true)
    const documents = await loadDocuments(task, { root, datasets: localRows() })
    const builder = new RequestBuilder(task, documents)
    const built = documents.docs.map((_, docId) => builder.build(docId))
    expect(built).toHaveLength(expected.docs.length)
    for (const [docId, { requests, target }] of built.entries()) {
      expect(requests.map(({ type }) => type)).toEqual(requests.map(() => expected.type))
      expect(requests.map(argumentsOf)).toEqual(expected.docs[docId])
      expect(pyEquals(target, expected.targets[docId])).toBe(true)
    }
  })
})

test('every shipped task but those with tests of their own is recorded', () => {
  const { entries } = indexTasks([shippedTasksDir])
  const tasks = [...entries.values()].filter(({ kind }) => kind === 'task').map(({ name }) => name)
  const names = new Set([...recorded.map(({ task }) => task), 'mc_taco', 'wsc273'])
  expect(tasks.sort()).toEqual([...names].sort())
})

test('no task file of the package is broken or nameless', () => {
  const warnings: unknown[] = []
  indexTasks([shippedTasksDir], warning => warnings.push(warning))
  expect(warnings).toEqual([])
})

test('xstorycloze is a group of eleven languages, weighted by their sizes', () => {
  const { tasks, groups } = findSelection(['xstorycloze'], { root })
  const languages = ['ar', 'en', 'es', 'eu', 'hi', 'id', 'my', 'ru', 'sw', 'te', 'zh']
  expect(tasks.map(({ name }) => name)).toEqual(languages.map(language => `xstorycloze_${language}`))
  const metrics = [{ metric: 'acc', weightBySize: true }]
  expect(groups).toMatchObject([{ name: 'xstorycloze', version: '1.0', metrics }])
})

describe('metrics', () => {
  const tasks = [...new Set(recorded.map(({ task }) => task))]

  test.each(tasks)('%s has all it names', async name => {
    const task = await loadShipped(name)
    expect(absentMetrics(task)).toEqual([])
    expect(resolveMetrics(task).size).toBe(task.metrics.length)
  })
})
