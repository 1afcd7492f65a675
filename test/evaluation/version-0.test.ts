import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { figuresOf } from '../../plugin/baseline/from-result.ts'
import { TaskEvaluation } from '../../plugin/evaluation/task-evaluation.ts'
import { createDummyScorer } from '../../plugin/scorer/dummy.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const mcTacoRows = '../shared/data/mc_taco-test.jsonl'

/** The figures that a version-0 task comes to with the harness's dummy model. */
async function figures(task: string): Promise<Record<string, number | 'N/A'>> {
  const evaluation = await TaskEvaluation.load(`${repository}test/v0/${task}.yaml`, {
    root: repository,
    datasets: { mc_taco: { test: mcTacoRows } },
    bootstrapIters: 100,
    packageVersion: '0.0.0',
    importModule: file => import(file),
  })
  const scorer = createDummyScorer()
  const documents = Array.from({ length: evaluation.size }, (_, docId) => docId)
  await evaluation.score(scorer, documents, new AbortController().signal)
  return figuresOf((await evaluation.result(scorer, evaluation.size)).metrics)
}

function stored(task: string): Record<string, number> {
  return JSON.parse(readFileSync(`${repository}baselines/${task}-v0-res.json`, 'utf8')).results[task]
}

test('wsc273: accuracy and standard error are those of the stored baseline, to the last digit', async () => {
  const { acc, acc_stderr } = stored('wsc273')
  expect(await figures('wsc273')).toEqual({ 'acc,none': acc, 'acc_stderr,none': acc_stderr })
})

test.skipIf(!existsSync(mcTacoRows))(
  'mc_taco: em and f1 are those of the stored baseline (skipped without its rows, which may not be shipped)',
  async () => {
    const { em, f1 } = stored('mc_taco')
    const now = await figures('mc_taco')
    expect(now['em,none']).toBe(em)
    expect(Math.abs((now['f1,none'] as number) - (f1 as number))).toBeLessThan(1e-12)
  },
)
