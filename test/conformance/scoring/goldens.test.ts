import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import type { Sample } from '../../../plugin/metric/types.ts'
import type { Response, Scorer } from '../../../plugin/scorer/types.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { makeRequests, makeTask, metrics } from '../../metric/task.ts'
import { pairOf } from '../../task/harness-task.ts'

type Answer = [logLikelihood: number, isGreedy: boolean]

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const text = (path: string): string => readFileSync(`${repository}${path}`, 'utf8')
const lines = (path: string) =>
  text(path)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const response = ([logLikelihood, isGreedy]: Answer): Response => ({
  logLikelihood,
  isGreedy,
  tokens: 1,
  truncated: 0,
})

test('wsc273: every document, accuracy and standard error of lm-eval from its own log-likelihoods', async () => {
  const recorded = JSON.parse(text('test/conformance/scoring/wsc273-tiny.json'))
  const answers = new Map<string, Answer>()
  for (const { arguments: pairs, resps } of lines('test/scorer/fixtures/wsc273-tiny.jsonl')) {
    for (const [index, pair] of pairs.entries()) answers.set(JSON.stringify(pair), resps[index])
  }
  const scorer = {
    async score(requests, { onScored }) {
      for (const [index, request] of requests.entries()) {
        onScored(index, response(answers.get(JSON.stringify(pairOf(request))) as Answer))
      }
    },
  } as Scorer
  const evaluation = await TaskEvaluation.load(`${repository}tasks/wsc273/default.yaml`, {
    root: repository,
    datasets: {},
    bootstrapIters: 100,
    packageVersion: '0.0.0',
    importModule: file => import(file),
  })
  await evaluation.score(scorer, [...recorded.acc.keys()], new AbortController().signal)
  const samples = [...evaluation.samples.values()].sort((a, b) => a.docId - b.docId)
  expect(samples.map(({ values }) => values.acc)).toEqual(recorded.acc)
  await expectFigures(evaluation.task, samples, 100, recorded.results.wsc273)
})

const tiny = '../shared/reference/lm-eval-0.4.13/tiny/'
const present = existsSync(`${repository}${tiny}mc_taco.jsonl`)
const note = present ? '' : ' (skipped: the rows of MC-TACO may not be shipped and are not here)'

describe.skipIf(!present)(`MC-TACO with the tiny model${note}`, () => {
  test.each([
    ['mc_taco', 1000],
    ['mc_taco_never_always', 100_000],
  ])('%s: every document, and acc and f1 with their standard errors', async (name, iterations) => {
    const task = makeTask({ metrics: metrics('acc', 'f1') })
    const samples = lines(`${tiny}${name}.jsonl`).map((row, docId) => {
      const sample = judge(task, makeRequests({ docId, gold: row.target }), row.resps.map(response))
      expect(sample.values).toEqual({ acc: row.acc, f1: row.f1 })
      return sample
    })
    await expectFigures(task, samples, iterations, JSON.parse(text(`${tiny}${name}.json`)).results[name])
  })
})

async function expectFigures(
  task: Task,
  samples: Sample[],
  bootstrapIters: number,
  recorded: Record<string, unknown>,
): Promise<void> {
  const figures: Record<string, unknown> = {}
  for (const { metric, value, stderr } of await aggregate(task, samples, { bootstrapIters })) {
    figures[`${metric},none`] = value
    figures[`${metric}_stderr,none`] = stderr
  }
  const expected = Object.entries(recorded).filter(([key]) => key.endsWith(',none'))
  expect(figures).toEqual(Object.fromEntries(expected))
}
