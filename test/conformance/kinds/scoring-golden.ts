import { formatBaseline, parseBaseline } from '../../../plugin/baseline/file.ts'
import { figuresOf } from '../../../plugin/baseline/from-result.ts'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import type { Sample } from '../../../plugin/metric/types.ts'
import { parseJson, Random } from '../../../plugin/python/index.ts'
import { createDummyScorer } from '../../../plugin/scorer/dummy.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { type Recorded, scoringCase } from './scoring-case.ts'
import { memoryTask, requestBuilder } from './scoring-memory-task.ts'
import { scoreAll } from './scoring-score-all.ts'

/** A stored result of version 0: reading gives the figures, writing the text. */
export const checkGoldenText: CheckCase = row => {
  const { expect } = scoringCase(row)
  const { text, json } = expect as {
    text: string
    json: { results: Record<string, Recorded>; versions: Recorded }
  }
  const baseline = parseBaseline(text, 'golden.json')
  const written = formatBaseline(baseline)
  const figures = Object.entries(baseline.results).map(([task, entry]) => [
    task,
    Object.fromEntries(Object.entries(entry).map(([key, value]) => [key.replace(/,none$/u, ''), value])),
  ])
  return outcomeOf([
    // The file of ours ends its line.
    ...compare('text', `${text}\n`, written),
    ...compare('results', json.results, Object.fromEntries(figures), { tolerance: 0 }),
    ...compare('versions', json.versions, baseline.versions),
    ...compare('json', json, parseJson(written)),
  ])
}

interface Recipe {
  task: string
  labels_in_file_order: number[]
  requests_per_doc: number
  shuffle_seed: number
  bootstrap_iters: number
}

/** A golden of version 0 from its recipe: shuffled documents, the dummy model, accuracy. */
export const checkGoldenRecompute: CheckCase = async row => {
  const { input, expect } = scoringCase<Recipe>(row)
  const docs = input.labels_in_file_order.map(label => ({ label }))
  new Random(input.shuffle_seed).shuffle(docs)
  const task = await memoryTask({
    task: input.task,
    output_type: 'multiple_choice',
    doc_to_text: 'Q',
    doc_to_target: 'label',
    doc_to_choice: Array.from({ length: input.requests_per_doc }, (_, index) => `choice ${index}`),
    metric_list: [{ metric: 'acc' }],
  })
  const builder = requestBuilder(task, docs)
  const documents = docs.map((_, docId) => builder.build(docId))
  const responses = await scoreAll(createDummyScorer(), documents)
  const samples = documents.map((document, index): Sample => judge(task, document, responses[index] ?? []))
  const metrics = await aggregate(task, samples, { bootstrapIters: input.bootstrap_iters })
  const results = { [input.task]: figuresOf(metrics) }
  const written = formatBaseline({ results, versions: { [input.task]: 0 }, style: 'version-0' })
  return outcomeOf(
    ['recomputed', 'golden'].flatMap(part =>
      compare(part, expect[part], parseJson(written), { tolerance: 0 }),
    ),
  )
}
