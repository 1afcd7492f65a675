import { describe, expect, test } from 'vitest'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import { judge } from '../../plugin/metric/judge.ts'
import { resolveMetrics } from '../../plugin/metric/resolve-metrics.ts'
import type { Response } from '../../plugin/scorer/types.ts'
import type { DocumentRequests, Task } from '../../plugin/task/types.ts'
import { makeRequests, makeTask } from './task.ts'

const generated = (text: string): Response[] => [{ text, stopReason: 'end', tokens: 1, truncated: 0 }]

const generation = (changes: Partial<Task> = {}): Task =>
  makeTask({ outputType: 'generate_until', metrics: [{ metric: 'exact_match', options: {} }], ...changes })

const asked = (target: unknown, changes: Partial<DocumentRequests> = {}): DocumentRequests => ({
  ...makeRequests({
    requests: [{ type: 'generate_until', context: 'Q', settings: {}, ordinal: 0 }],
    gold: String(target),
    target,
    ...changes,
  }),
  choices: changes.choices,
})

test('every filter is judged, the first apart from the others, and summed up under its name', async () => {
  const step = (regex_pattern: string) => ({ function: 'regex', options: { regex_pattern } })
  const first = { function: 'take_first', options: {} }
  const task = generation({
    filters: [
      { name: 'strict', steps: [step('#### (\\d+)'), first] },
      { name: 'flexible', steps: [step('\\d+'), first] },
    ],
  })
  const samples = ['#### 7', 'it is 7', 'none'].map((text, docId) =>
    judge(task, asked('7', { docId }), generated(text)),
  )
  expect(samples.map(({ values, filtered }) => [values, filtered])).toEqual([
    [{ exact_match: 1 }, { flexible: { exact_match: 1 } }],
    [{ exact_match: 0 }, { flexible: { exact_match: 1 } }],
    [{ exact_match: 0 }, { flexible: { exact_match: 0 } }],
  ])
  const results = await aggregate(task, samples, { bootstrapIters: 0 })
  expect(results.map(({ filter, metric, value }) => [filter, metric, value])).toEqual([
    ['strict', 'exact_match', 1 / 3],
    ['flexible', 'exact_match', 2 / 3],
  ])
})

test('repeats give filters as many answers', () => {
  const steps = [
    { function: 'take_first_k', options: { k: 2 } },
    { function: 'majority_vote', options: {} },
    { function: 'take_first', options: {} },
  ]
  const filters = [{ name: 'vote', steps }]
  expect(judge(generation({ filters, repeats: 2 }), asked('a'), generated('a')).values).toEqual({
    exact_match: 1,
  })
  expect(() => judge(generation({ filters, repeats: 1 }), asked('a'), generated('a'))).toThrow(
    'raise repeats',
  )
})

describe('a function as metric', () => {
  // As lm-eval 0.4.13 does it: e2e cases 0026 and 0027 of the reference.
  test('gets the pair and keywords with the options of its entry', () => {
    const scaled = (
      _: unknown,
      { references, predictions, scale }: { references: string[]; predictions: string[]; scale: number },
    ) => scale * Number(references[0] === predictions[0])
    const task = generation({ metrics: [{ metric: scaled, aggregation: 'mean', options: { scale: 2.5 } }] })
    expect(judge(task, asked('x'), generated('x')).values).toEqual({ scaled: 2.5 })
  })

  test('a mapping becomes metrics of its own with its aggregation and direction', async () => {
    const both = ([gold, result]: [string, string]) => ({
      hit: Number(result.includes(gold)),
      size: result.length,
    })
    const sum = (items: number[]) => items.reduce((a, b) => a + b, 0)
    const task = generation({
      metrics: [{ metric: both, aggregation: sum, higherIsBetter: true, options: {} }],
    })
    const samples = ['ab', 'b'].map(text => judge(task, asked('a'), generated(text)))
    const results = await aggregate(task, samples, { bootstrapIters: 0 })
    expect(results.map(({ metric, value, higherIsBetter }) => [metric, value, higherIsBetter])).toEqual([
      ['hit', 1, true],
      ['size', 3, true],
    ])
  })

  test('a result that is missing or a promise is an error that names the document', () => {
    const task = (metric: () => unknown) =>
      generation({ metrics: [{ metric, aggregation: 'mean', options: {} }] })
    expect(() =>
      judge(
        task(() => undefined),
        asked('x'),
        generated('x'),
      ),
    ).toThrow('document 3: the metric')
    expect(() =>
      judge(
        task(async () => 1),
        asked('x'),
        generated('x'),
      ),
    ).toThrow('is a promise')
  })
})

test('metrics of texts get gold and prediction; several targets have none', async () => {
  const metrics = ['bleu', 'chrf', 'chrf++', 'ter'].map(metric => ({ metric, options: {} }))
  const task = generation({ metrics })
  const answer = generated('the cat sat on the mat')
  const sample = judge(task, asked('the cat sat on the mat'), answer)
  const pair = ['the cat sat on the mat', 'the cat sat on the mat']
  expect(sample.values).toEqual({ bleu: pair, chrf: pair, 'chrf++': pair, ter: pair })
  const results = await aggregate(task, [sample], { bootstrapIters: 100 })
  expect(
    results.map(({ metric, value, stderr, higherIsBetter }) => [metric, value, stderr, higherIsBetter]),
  ).toEqual([
    ['bleu', 100.00000000000004, 'N/A', true],
    ['chrf', 100, 'N/A', true],
    ['chrf++', 100, 'N/A', true],
    ['ter', 0, 'N/A', false],
  ])
  const several = judge(task, asked(['a', 'b'], { multipleTarget: true }), answer)
  await expect(aggregate(task, [several], { bootstrapIters: 100 })).rejects.toThrow(
    'metric bleu: value 0 is 1, not a pair of a reference and a prediction (documents with several targets have none)',
  )
})

test.each([
  [
    { metric: 'exact_match', options: { ignore_cases: true } },
    'exact_match has no option "ignore_cases"; it has ',
  ],
  [{ metric: 'exact_match', options: { regexes_to_ignore: ['('] } }, 'a group is not closed by )'],
])('%j is refused before anything is scored', (entry, problem) => {
  expect(() => resolveMetrics(generation({ metrics: [entry] }))).toThrow(problem)
})
