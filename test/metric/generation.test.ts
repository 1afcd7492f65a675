import { describe, expect, test } from 'vitest'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import { judge } from '../../plugin/metric/judge.ts'
import type { Sample } from '../../plugin/metric/types.ts'
import type { Response } from '../../plugin/scorer/types.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { RequestBuilder } from '../../plugin/task/requests.ts'
import type { Doc, Documents } from '../../plugin/task/types.ts'
import { fixtureRows, plain } from './fixtures.ts'

interface GenerationCase {
  id: string
  note?: string
  input: { task: Record<string, unknown>; docs: Doc[]; results: (string | number)[][] }
  expect: { per_doc: Record<string, unknown>[]; aggregated: Record<string, unknown> }
}

const position = { file: 'task.yaml', line: 1, column: 1 }

/** Text metrics come later: these rows are about nothing else. */
const textMetrics = ['metrics/process_results/0084', 'metrics/process_results/0085']
const rows = fixtureRows<GenerationCase>('generation').filter(({ id }) => !textMetrics.includes(id))

/** Per-document values of lm-eval 0.4.13 for generate_until and loglikelihood_rolling. */
describe('recorded documents', () => {
  test.each(rows)('$id $note', async ({ input, expect: recorded }) => {
    const config = { task: 'recorded', dataset_path: 'json', test_split: 'test', ...input.task }
    const file = { file: 'task.yaml', config, files: [], locate: () => position }
    const task = await loadTask(file, async () => ({}))
    const documents: Documents = {
      docs: input.docs,
      features: new Set(input.docs.flatMap(doc => Object.keys(doc))),
      locate: () => undefined,
      noun: 'document',
      dataset: { name: 'recorded', split: 'test', files: [], revision: '', size: input.docs.length },
      pool: undefined,
    }
    const builder = new RequestBuilder(task, documents)
    const samples: Sample[] = []
    for (const [docId, values] of recorded.per_doc.entries()) {
      const run = () => judge(task, builder.build(docId), answers(input.results[docId] ?? []))
      if ('error' in values) expect(run).toThrow()
      else {
        samples.push(run())
        expect(plain(samples.at(-1)?.values)).toEqual(plain(values))
      }
    }
    for (const { metric, value } of await aggregate(task, samples, { bootstrapIters: 0 })) {
      expect(value).toBeCloseTo(Number(recorded.aggregated[metric]), 11)
    }
  })
})

function answers(results: readonly (string | number | number)[]): Response[] {
  return results.map(result =>
    typeof result === 'string'
      ? { text: result, stopReason: 'end', tokens: 1, truncated: 0 }
      : { logLikelihood: Number(result), isGreedy: false, tokens: 1, truncated: 0 },
  )
}
