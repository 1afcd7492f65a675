import { describe, expect, test } from 'vitest'
import { LmEvalError } from '../../plugin/errors.ts'
import { judge } from '../../plugin/metric/judge.ts'
import type { FieldPath } from '../../plugin/task/types.ts'
import { answers, makeRequests, makeTask, metrics } from './task.ts'

const thrown = (run: () => unknown): LmEvalError => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(LmEvalError)
    return error as LmEvalError
  }
  throw new Error('nothing was thrown')
}

test('a sample has the prediction, the gold index and the cluster', () => {
  const sample = judge(makeTask(), makeRequests({ cluster: 'q1' }), answers(-2, -1))
  expect(sample).toEqual({ docId: 3, values: { acc: 1 }, prediction: 1, gold: 1, cluster: 'q1', chance: 0.5 })
})

test('values keep the order of the harness, whatever the order in the task', () => {
  const task = makeTask({ metrics: metrics('exact_match', 'mcc', 'acc_norm', 'f1', 'acc') })
  const { values } = judge(task, makeRequests(), answers(-2, -1))
  expect(Object.keys(values)).toEqual(['acc', 'f1', 'mcc', 'acc_norm', 'exact_match'])
  expect(values.f1).toEqual([1, 1])
})

test('a gold index below the first choice is an error of the document, as in the harness', () => {
  const error = thrown(() => judge(makeTask(), makeRequests({ gold: -3 }), answers(-2, -1)))
  expect(error.code).toBe('METRIC')
  expect(error.message).toBe('Task colours, document 3: the gold index -3 is out of range.')
})

test('answers must fit the requests', () => {
  const error = thrown(() => judge(makeTask(), makeRequests(), answers(-2)))
  expect(error.message).toBe('Task colours, document 3: 1 answers came for 2 requests.')
})

test('an unknown metric is named with its place and what there is', () => {
  const error = thrown(() =>
    judge(makeTask({ metrics: metrics('acc', 'accuracy') }), makeRequests(), answers(-2, -1)),
  )
  expect(error.code).toBe('METRIC')
  expect(error.message).toMatch(
    /^colours\.yaml:11:5: task colours, metric_list\[1\]: there is no metric "accuracy"; there are acc, /,
  )
  expect(error.at).toEqual([{ file: 'colours.yaml', line: 11, column: 5 }])
})

test('an unknown aggregation is refused before anything is scored', () => {
  const task = makeTask({ metrics: [{ metric: 'acc', aggregation: 'avarage', options: {} }] })
  const error = thrown(() => judge(task, makeRequests(), answers(-2, -1)))
  expect(error.message).toContain('there is no aggregation "avarage"; there are bits_per_byte, bleu, ')
})

describe('process_results', () => {
  const withFunction = (processResults: (...args: never[]) => unknown) =>
    makeTask({ processResults } as never)

  test('gets the document and pairs, and decides which metrics there are', () => {
    const seen: unknown[] = []
    const task = withFunction((...args) => {
      seen.push(...args)
      return { score: 0.5, extra: 'x' }
    })
    const sample = judge(task, makeRequests(), answers(-2, -1))
    expect(seen).toEqual([
      { question: 'Is it red?' },
      [
        [-2, false],
        [-1, false],
      ],
    ])
    expect(sample.values).toEqual({ score: 0.5, extra: 'x' })
    expect(sample.prediction).toBe(1)
  })

  test.each([
    ['a list', () => [1], 'the function returned [1]; it must return an object of metrics'],
    ['nothing', () => null, 'the function returned None; it must return an object of metrics'],
    ['no return', () => {}, 'the function returned undefined; it must return an object of metrics'],
    [
      'a function',
      () => () => 1,
      'the function returned a value of type function; it must return an object of metrics',
    ],
    [
      'a metric without a value',
      () => ({ acc: undefined }),
      'the metric acc is undefined; leave it out or give it a value',
    ],
    [
      'a promise',
      async () => ({ acc: 1 }),
      'the function returned a promise; it must return its metrics at once',
    ],
    [
      'a failure',
      () => {
        throw new TypeError('doc.labels is undefined')
      },
      'doc.labels is undefined',
    ],
  ])('%s is an error that names task and document', (_, processResults, problem) => {
    const located: FieldPath[] = []
    const locate = (path: FieldPath) => {
      located.push(path)
      return { file: 'colours.yaml', line: 1, column: 1 }
    }
    const task = { ...withFunction(processResults), locate }
    const error = thrown(() => judge(task, makeRequests(), answers(-2, -1)))
    expect(error.code).toBe('METRIC')
    expect(error.message).toBe(`Task colours, document 3, process_results: ${problem}.`)
    expect(located.at(-1)).toEqual(['process_results'])
  })
})
