import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../../../plugin/evaluation/types.ts'
import type { Results } from '../../../plugin/metric/types.ts'
import { toResults } from '../../../plugin/report/results.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import type { Scorer } from '../../../plugin/scorer/types.ts'
import { pairOf } from '../../task/harness-task.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'
import { expectSame } from './expect-same.ts'
import { near, plain, recordedCases } from './recorded-cases.ts'

type Recorded = [context: string, continuation: string, logLikelihood: number, isGreedy: boolean]

interface RunCase {
  id: string
  note?: string
  files: Record<string, string>
  tasks: string[]
  options: { bootstrap_iters: number; limit?: number }
  requests: Recorded[]
  expect: { error?: string; table: string; values: Record<string, Record<string, unknown>[]> } & Results
}

/** The helpers of the recorded tasks, in place of their Python. */
const helpers = {
  docs: (rows: { q: string; label: number }[]) =>
    rows.map(row => ({ ...row, q: `P ${row.q}` })).filter(({ label }) => label !== 1),
}

/** Whole runs of lm-eval 0.4.13 over small tasks, with a model that answers what was recorded. */
test.each(recordedCases<RunCase>('e2e'))(
  '$id $note',
  async ({ files, tasks, options, requests, expect: recorded }) => {
    const root = temporaryFolder({ ...files, 'utils.ts': '' })
    const scorer = recordedScorer(requests)
    const tagged = (file: string) => new RegExp(`^tag: \\[?${tasks[0]}\\b`, 'm').test(files[file] as string)
    const names = Object.keys(files).filter(file => tasks.includes(file.replace('.yaml', '')) || tagged(file))
    const run = () => Promise.all(names.map(name => evaluate(join(root, name), root, scorer, options)))
    if (recorded.error !== undefined) {
      await expect(run()).rejects.toMatchObject({ code: 'METRIC' })
      return
    }
    const evaluated = await run()
    for (const { evaluation } of evaluated) {
      const values = [...evaluation.samples.values()].map(sample => sample.values)
      expectSame(values, recorded.values[evaluation.task.name])
    }
    const results = toResults(evaluated.map(({ result }) => result))
    for (const [task, entry] of Object.entries(recorded.results)) {
      expect(Object.keys(results.results[task] as object)).toEqual(Object.keys(entry))
      for (const [key, value] of Object.entries(entry)) {
        const found = results.results[task]?.[key]
        if (typeof plain(value) === 'number')
          expect(near(found, value, 1e-12), `${key} is ${found}`).toBe(true)
        else expect(found).toEqual(value)
      }
    }
    for (const part of ['versions', 'n-shot', 'higher_is_better', 'n-samples'] as const) {
      expect(results[part]).toEqual(recorded[part])
    }
    expect(renderTable(results)).toBe(recorded.table)
  },
)

async function evaluate(
  file: string,
  root: string,
  scorer: Scorer,
  options: RunCase['options'],
): Promise<{ evaluation: TaskEvaluation; result: EvaluationResult }> {
  const evaluation = await TaskEvaluation.load(file, {
    root,
    datasets: {},
    limit: options.limit === undefined ? undefined : Number(options.limit),
    bootstrapIters: Number(options.bootstrap_iters),
    packageVersion: '0.0.0',
    importModule: async () => helpers,
  })
  const docIds = Array.from({ length: evaluation.size }, (_, docId) => docId)
  await evaluation.score(scorer, docIds, new AbortController().signal)
  expect([...evaluation.failures.values()]).toEqual([])
  return { evaluation, result: await evaluation.result(scorer, docIds.length) }
}

function recordedScorer(requests: readonly Recorded[]): Scorer {
  const key = (context: string, continuation: string): string => JSON.stringify([context, continuation])
  const answers = new Map(
    requests.map(([context, continuation, ...answer]) => [key(context, continuation), answer]),
  )
  return {
    info: async () => ({
      model: 'recorded',
      path: undefined,
      precision: 'none',
      weightsHash: undefined,
      tokenizerHash: undefined,
      provider: undefined,
      maxLength: undefined,
      demonstration: false,
    }),
    async score(asked, { onScored }) {
      for (const [index, request] of asked.entries()) {
        const [context, continuation] = pairOf(request)
        const answer = answers.get(key(context, continuation))
        if (answer === undefined) throw new Error(`lm-eval did not ask ${key(context, continuation)}`)
        onScored(index, { logLikelihood: Number(answer[0]), isGreedy: answer[1], tokens: 1, truncated: 0 })
      }
    },
    close: async () => {},
  }
}
