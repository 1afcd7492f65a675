import { expect, test } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { fillFigures, unavailableMetrics } from '../../../plugin/metric/encoder-values.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import { isEncoderFigure } from '../../../plugin/metric/text/encoder-figure.ts'
import { findSelection } from '../../../plugin/task/find-tasks.ts'
import { loadTask } from '../../../plugin/task/load-task.ts'
import { readTaskSpec } from '../../../plugin/task/select/read-task-spec.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { process_results } from '../../../tasks/mts_dialog/utils.ts'
import { makeRequests } from '../task.ts'
import { difference, recorded } from './recorded.ts'

interface Input {
  doc: { section_text: string }
  results: [string]
}

const cases = recorded<Input, { value: unknown }>('mts_dialog')

async function loadShipped(): Promise<Task> {
  const { tasks } = findSelection(['mts_dialog'], { root: import.meta.dirname })
  const spec = tasks.find(({ name }) => name === 'mts_dialog')?.spec
  return loadTask(readTaskSpec(spec as NonNullable<typeof spec>), file => import(file))
}

test("the figures of a document are those of the harness's task", () => {
  for (const { id, input, expect: wanted } of cases) {
    const { bert_score, bleurt, ...figures } = process_results(input.doc, input.results)
    expect(difference(figures, wanted.value), id).toBeUndefined()
    const none = Number.isNaN(figures.rouge1)
    for (const value of [bert_score, bleurt])
      expect(none ? Number.isNaN(value) : isEncoderFigure(value), id).toBe(true)
  }
})

test('from answers to figures: means over the documents that have a value, and their bootstrap', async () => {
  const task = await loadShipped()
  const samples = cases.map(({ input }, docId) => {
    const requests = [{ type: 'generate_until', context: '', settings: {}, ordinal: 0 } as const]
    const request = { ...makeRequests({ docId, doc: { ...input.doc }, requests }), choices: undefined }
    const answer = { text: input.results[0], stopReason: 'end', tokens: 1, truncated: 0 } as const
    return fillFigures(judge(task, request, [answer]), new Map())
  })
  const results = await aggregate(task, samples, { bootstrapIters: 1000 })
  const figures = results.map(({ metric, value, stderr, count }) => [metric, [value, stderr, count]])
  // lm-eval 0.4.13's nanmean and bootstrap_stderr of the recorded values, 100 resamples for bleu
  const wanted = {
    bleu: [0.2248577169391883, 0.07078406455721495, 18],
    rouge1: [0.7658152644387882, 0.07983383154197779, 18],
    rouge2: [0.30391144934248376, 0.07856353118641322, 18],
    rougeL: [0.6497918329051408, 0.08446451029416391, 18],
  }
  expect(difference(Object.fromEntries(figures), wanted, 1e-9)).toBeUndefined()
  expect(unavailableMetrics(samples, ['none']).map(({ metric }) => metric)).toEqual(['bert_score', 'bleurt'])
})
