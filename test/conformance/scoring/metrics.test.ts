import { describe, expect, it } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import { resolveMetrics } from '../../../plugin/metric/resolve-metrics.ts'
import type { Sample } from '../../../plugin/metric/types.ts'
import type { Response } from '../../../plugin/scorer/types.ts'
import type { Doc, DocumentRequests, Task } from '../../../plugin/task/types.ts'
import { expectSame } from './expect-same.ts'
import { memoryTask, requestBuilder } from './memory-task.ts'
import { near, recordedCases } from './recorded-cases.ts'

type Failure = { error: string }

interface MetricsCase {
  id: string
  note?: string
  input: { task: Record<string, unknown>; docs: Doc[]; results: [number, boolean][][] }
  expect: {
    constructor_error?: string
    metrics: string[]
    higher_is_better: Record<string, boolean>
    per_doc: (Record<string, unknown> | Failure)[]
    aggregated: Record<string, unknown>
  }
}

/**
 * Numbers of answers that our requests never make: the recorded results were fed in by hand. Judged directly, with the
 * document's choices.
 */
const unaskedAnswers = ['metrics/process_results/0058', 'metrics/process_results/0060']

describe('per-document metrics', () => {
  it.each(recordedCases<MetricsCase>('metrics'))('$id $note', async ({ id, input, expect: recorded }) => {
    const open = async () => {
      const task = await memoryTask(input.task)
      return { task, builder: requestBuilder(task, input.docs) }
    }
    if (recorded.constructor_error !== undefined) {
      await expect(open()).rejects.toThrow()
      return
    }
    const { task, builder } = await open()
    const metrics = resolveMetrics(task)
    expect([...metrics.keys()]).toEqual(recorded.metrics)
    for (const [name, direction] of Object.entries(recorded.higher_is_better)) {
      expect(metrics.get(name)?.higherIsBetter).toBe(direction)
    }
    const samples: Sample[] = []
    for (const [docId, values] of recorded.per_doc.entries()) {
      const answers = responses(input.results[docId] ?? [])
      const judgeDocument = (): Sample => {
        const made = builder.build(docId)
        return judge(task, unaskedAnswers.includes(id) ? withRequests(made, answers.length) : made, answers)
      }
      if ('error' in values) expect(judgeDocument).toThrow()
      else {
        const sample = judgeDocument()
        expectSame(sample.values, values)
        samples.push(sample)
      }
    }
    await expectAggregates(task, samples, recorded.aggregated)
  })
})

function responses(results: readonly [number, boolean][]): Response[] {
  return results.map(([logLikelihood, isGreedy]) => ({
    logLikelihood: Number(logLikelihood),
    isGreedy,
    tokens: 1,
    truncated: 0,
  }))
}

function withRequests(made: DocumentRequests, count: number): DocumentRequests {
  const [first] = made.requests
  return { ...made, requests: Array.from({ length: count }, () => first as NonNullable<typeof first>) }
}

async function expectAggregates(
  task: Task,
  samples: Sample[],
  recorded: Record<string, unknown>,
): Promise<void> {
  for (const [metric, value] of Object.entries(recorded)) {
    const alone = samples.map(sample => ({ ...sample, values: { [metric]: sample.values[metric] } }))
    const results = aggregate(task, alone, { bootstrapIters: 0 })
    if (typeof value === 'object' && value !== null && 'error' in value)
      await expect(results).rejects.toThrow(metric)
    else {
      const [result] = await results
      expect(result?.metric).toBe(metric)
      expect(near(result?.value, value, 1e-12), `${metric}: ${result?.value} for ${value}`).toBe(true)
    }
  }
}
