import { describe, expect, test } from 'vitest'
import { caught } from './caught.ts'
import { openFiles, pairOf } from './harness-task.ts'

const lines = (rows: Record<string, unknown>[]): string =>
  rows.map(row => `${JSON.stringify(row)}\n`).join('')

const rows = (prefix: string, count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => ({ q: `${prefix}${index}`, label: index % 2 }))

/** A task with three evaluated rows and four to take examples from. */
function open(fields: string, files: Record<string, string> = {}, importModule = async () => ({})) {
  const yaml = `task: t
dataset_path: json
dataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}
output_type: multiple_choice
training_split: train
test_split: test
doc_to_text: q
doc_to_target: label
doc_to_choice: ["no", "yes"]
${fields}
`
  const data = { 'train.jsonl': lines(rows('t', 4)), 'test.jsonl': lines(rows('e', 3)) }
  return openFiles({ 'task.yaml': yaml, ...data, ...files }, 'task.yaml', { importModule })
}

const contexts = async (fields: string): Promise<string[]> => {
  const { documents, builder } = await open(fields)
  return documents.docs.map((_, docId) => pairOf(builder.build(docId).requests[0] as never)[0])
}

describe('examples', () => {
  test('the first ones of the pool', async () => {
    expect(await contexts('num_fewshot: 2\nfewshot_config: {sampler: first_n}')).toEqual(
      ['e0', 'e1', 'e2'].map(question => `t0 no\n\nt1 yes\n\n${question}`),
    )
  })

  test('a document that is built alone has the examples of a whole run', async () => {
    const inOrder = await contexts('num_fewshot: 2')
    const { builder } = await open('num_fewshot: 2')
    const backwards = [2, 0, 1].map(docId => pairOf(builder.build(docId).requests[0] as never)[0])
    expect(backwards).toEqual([inOrder[2], inOrder[0], inOrder[1]])
  })

  test('fields of their own, written in place', async () => {
    const config =
      '{sampler: first_n, samples: [{x: A, y: B}], doc_to_text: "{{x}}?", doc_to_target: "{{y}}!", target_delimiter: "=", fewshot_delimiter: "|"}'
    expect(await contexts(`num_fewshot: 1\nfewshot_config: ${config}`)).toEqual([
      'A?=B!|e0',
      'A?=B!|e1',
      'A?=B!|e2',
    ])
  })

  test('a sampler function chooses positions', async () => {
    const files = { 'utils.ts': '' }
    const last = ({ pool, count }: { pool: unknown[]; count: number }) =>
      pool.map((_, index) => index).slice(-count)
    const { builder } = await open(
      'num_fewshot: 1\nfewshot_config: {sampler: !function utils.last}',
      files,
      async () => ({ last }),
    )
    expect(builder.build(0).fewshotIds).toEqual([3])
  })
})

test('a document that may be its own example is told, one that may not be is not', async () => {
  const leaking = await open('num_fewshot: 1\nfewshot_split: test\ntest_split: null\nvalidation_split: test')
  expect(leaking.builder.warnings.map(({ code }) => code)).toEqual(['fewshot_self_leak'])
  expect((await open('num_fewshot: 1\nfewshot_split: test')).builder.warnings).toEqual([])
  expect((await open('num_fewshot: 1')).builder.warnings).toEqual([])
})

describe('what cannot be built names place and remedy', () => {
  test.each([
    [
      'num_fewshot: 5',
      /task\.yaml:10:1: task t: num_fewshot 5 needs 5 examples, but split train holds 4 rows; ask for fewer shots or name another fewshot_split\.$/,
    ],
    [
      'num_fewshot: 4\nfewshot_split: test',
      /num_fewshot 4 needs 4 examples and one more, since the evaluated document is kept out of its own prompt, but split test holds 3 rows/,
    ],
    [
      'num_fewshot: 1\nfewshot_split: dev',
      /task\.yaml:11:1: task t: the data set json has no split dev; there are: train, test\.$/,
    ],
    ['fewshot_config: {split: dev}', /task\.yaml:10:18: task t: the data set json has no split dev/],
    [
      'num_fewshot: 1\nfewshot_config: {samples: [1]}',
      /fewshot_config\.samples must hold rows; entry 0 is the number 1/,
    ],
    [
      'num_fewshot: 1\nfewshot_config: {samples: [{q: A, label: 7}], sampler: first_n}',
      /task t, few-shot document 0, doc_to_target: the answer 7 is out of range: there are 2 choices/,
    ],
    [
      'num_fewshot: 1\nfewshot_config: {doc_to_text: "{{missing}}"}',
      /few-shot document \d \(.*train\.jsonl:\d:1\), doc_to_text: .*missing.*columns are q, label/s,
    ],
  ])('%s', async (fields, message) => {
    const error = await caught(async () => (await open(fields)).builder.build(0))
    expect(error.message).toMatch(message)
  })
})
