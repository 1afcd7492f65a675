import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { caught } from './caught.ts'
import { allPairs, openFiles, openTask, pairOf } from './harness-task.ts'

const tasks = join(import.meta.dirname, '../../tasks')

const recorded = readFileSync(new URL('fixtures/wsc273-requests.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as { arguments: [string, string][]; target: string })

test('wsc273: the harness’s 546 requests', async () => {
  const opened = await openTask(join(tasks, 'wsc273/default.yaml'))
  const { documents, builder } = opened
  expect(documents.docs).toHaveLength(273)
  expect(allPairs(opened)).toEqual(recorded.flatMap(({ arguments: pairs }) => pairs))
  const built = documents.docs.map((_, docId) => builder.build(docId))
  expect(built.map(({ target }) => target)).toEqual(recorded.map(({ target }) => target))
  expect(built.map(({ gold }) => gold)).toEqual(documents.docs.map(({ label }) => label))
  expect(built.flatMap(({ warnings }) => warnings)).toEqual([])
})

/** A multiple_choice task over rows, with fields replaced. */
function open(rows: Record<string, unknown>[], fields: Record<string, string> = {}) {
  const merged = {
    task: 't',
    dataset_path: 'json',
    dataset_kwargs: '{data_files: {test: test.jsonl}}',
    output_type: 'multiple_choice',
    test_split: 'test',
    doc_to_text: '"{{q}}"',
    doc_to_target: 'label',
    doc_to_choice: '["no", "yes"]',
    ...fields,
  }
  const yaml = Object.entries(merged).map(([field, value]) => `${field}: ${value}\n`)
  const lines = rows.map(row => `${JSON.stringify(row)}\n`)
  return openFiles({ 'task.yaml': yaml.join(''), 'test.jsonl': lines.join('') })
}

const plain = [
  { q: 'a', label: 0, ch: ['x', 'y', 'z'] },
  { q: 'b', label: 1, ch: ['u'] },
  { q: 'c', label: 1, ch: ['v', 'w'] },
]

describe('ordinals number the requests of all documents, whatever is built', () => {
  const ordinals = (opened: Awaited<ReturnType<typeof open>>, docId: number) =>
    opened.builder.build(docId).requests.map(({ ordinal }) => ordinal)

  test('equal numbers of choices', async () => {
    const opened = await open(plain)
    expect(ordinals(opened, 2)).toEqual([4, 5])
    expect(ordinals(opened, 0)).toEqual([0, 1])
  })

  test('varying numbers of choices', async () => {
    const opened = await open(plain, { doc_to_choice: 'ch', doc_to_target: '0' })
    expect(ordinals(opened, 2)).toEqual([4, 5])
    expect(ordinals(opened, 1)).toEqual([3])
  })

  test('repeats leave room for their copies', async () => {
    expect(ordinals(await open(plain, { repeats: '3' }), 1)).toEqual([6, 9])
  })

  test('acc_mutual_info asks each choice without context as well', async () => {
    const opened = await open(plain, { metric_list: '[{metric: acc}, {metric: acc_mutual_info}]' })
    expect(ordinals(opened, 1)).toEqual([4, 5, 6, 7])
    expect(opened.builder.build(1).requests.map(request => pairOf(request)[0])).toEqual(['b', 'b', '', ''])
  })

  test('loglikelihood has one request a document', async () => {
    expect(ordinals(await open(plain, { output_type: 'loglikelihood', doc_to_target: 'q' }), 2)).toEqual([2])
  })

  test('a document without usable choices shifts nobody', async () => {
    const rows = plain.map((row, index) => (index === 1 ? { ...row, ch: [] } : row))
    const opened = await open(rows, { doc_to_choice: 'ch', doc_to_target: '0' })
    expect(ordinals(opened, 2)).toEqual([3, 4])
    expect((await caught(() => opened.builder.build(1))).message).toMatch(
      /document 1 .*doc_to_choice: there are no choices/,
    )
  })
})

test('clusters are rendered text', async () => {
  const { builder, task } = await open(plain, {
    metadata: '{cluster: "{{q}}-{{label}}", cluster_metrics: [em]}',
  })
  expect(builder.build(1).cluster).toBe('b-1')
  expect(task.cluster?.({ q: 'x', label: 2 }, new Set())).toBe('x-2')
})

test('a cluster that names no column and is no template is refused: all documents would be one', async () => {
  const { builder } = await open(plain, {
    metadata: '{cluster: nosuch}',
  })
  expect(() => builder.build(1)).toThrow(/metadata\.cluster: the row has no column nosuch; it has /)
})

describe('gold', () => {
  const golds = async (targets: unknown[], fields: Record<string, string> = {}) => {
    const { builder, documents } = await open(
      targets.map(label => ({ q: 'q', label })),
      fields,
    )
    return documents.docs.map((_, docId) => builder.build(docId))
  }

  test('an index, negative or past the end', async () => {
    const built = await golds([0, 5, -1, 1])
    expect(built.map(({ gold }) => gold)).toEqual([0, -100, -1, 1])
    expect(built.map(({ target }) => target)).toEqual([0, 5, -1, 1])
    expect(built.map(({ warnings }) => warnings.length)).toEqual([0, 1, 0, 0])
    expect(built[1]?.warnings[0]?.message).toMatch(
      /^task t, document 1 \(.*test\.jsonl:2:1\): the gold index 5 is out of range \(there are 2 choices\); the document counts as wrong\.$/,
    )
  })

  test('a choice, or a text that is none', async () => {
    const built = await golds(['no', 'perhaps', 'yes'])
    expect(built.map(({ gold }) => gold)).toEqual([0, -100, 1])
    expect(built[1]?.warnings[0]?.message).toContain(
      "the target 'perhaps' equals none of the choices ['no', 'yes']",
    )
  })

  test('truth values are indices', async () => {
    expect((await golds([true, false])).map(({ gold }) => gold)).toEqual([1, 0])
  })

  test('several right answers', async () => {
    const built = await golds([[0, 1], [1, 9], []])
    expect(built.map(({ gold }) => gold)).toEqual([[0, 1], [1, -100], []])
    expect(built[1]?.warnings).toHaveLength(1)
  })

  test.each<[unknown[], RegExp]>([
    [[null], /doc_to_target: the target is null; it must be an index/],
    [[0.5], /the target is the number 0\.5/],
    [[['no']], /the list of targets holds the string "no"/],
    [[{ a: 1 }], /the target is a mapping/],
  ])('%j is refused', async (targets, message) => {
    const error = await caught(() => golds(targets))
    expect(error.code).toBe('DOCUMENT')
    expect(error.message).toMatch(message)
  })
})

describe('the first document decides at load', () => {
  const refused: [rows: Record<string, unknown>[], fields: Record<string, string>, message: RegExp][] = [
    [
      [{ q: 'a', label: 2 }],
      {},
      /document 0 .*doc_to_target: the gold index 2 is out of range .* indices count from 0/,
    ],
    [[{ q: 'a', label: -3 }], {}, /gold index -3 is out of range/],
    [[{ q: 'a', label: [] }], {}, /the list of targets is empty/],
    [[{ q: 'a', label: 0 }], { doc_to_choice: '["", "x"]' }, /choice 0 is the empty string/],
    [[{ q: 'a', label: 0 }], { doc_to_choice: '[no, yes]' }, /choice 0 is the boolean false \(quote a word/],
    [[{ q: 'a', label: 0 }], { doc_to_choice: '[]' }, /there are no choices/],
    [
      [{ q: 'a', label: 0 }],
      { doc_to_choice: '"{{q}} or b"' },
      /the rendered text 'a or b' is no list of choices/,
    ],
    [[{ q: 'a', label: 0 }], { doc_to_text: '"{{nothing}}"' }, /document 0 .*doc_to_text: .*nothing/],
  ]
  test.each(refused)('%j %j', async (rows, fields, message) => {
    const error = await caught(() => open(rows, fields))
    expect(error.message).toMatch(message)
    expect(error.at.map(({ file }) => file.split('/').at(-1))).toEqual(
      expect.arrayContaining(['task.yaml', 'test.jsonl']),
    )
  })
})

test('a later document that cannot be read fails alone, with its id, line and field', async () => {
  const { builder } = await open(
    [
      { q: 'a', label: 0 },
      { q: 7, label: 0 },
      { q: 'c', label: 0 },
    ],
    { doc_to_text: 'q' },
  )
  const error = await caught(() => builder.build(1))
  expect(error.message).toMatch(
    /^task t, document 1 \(.*test\.jsonl:2:1\), doc_to_text: a context must be text, not the number 7\.$/,
  )
  expect(builder.build(2).requests).toHaveLength(2)
})

test('functions may read a document; a promise is refused', async () => {
  const files = {
    'task.yaml': `task: t
dataset_path: json
dataset_kwargs: {data_files: {test: test.jsonl}}
output_type: multiple_choice
test_split: test
doc_to_text: !function prompts.text
doc_to_target: !function prompts.target
doc_to_choice: !function prompts.choices
`,
    'test.jsonl': '{"q": "a"}\n',
    'prompts.mjs': `export const text = doc => doc.q + '?'
export const target = () => 1
export const choices = doc => ['N' + doc.q, 'Y' + doc.q]
export const slow = async () => 'x'
`,
  }
  expect(allPairs(await openFiles(files))).toEqual([
    ['a?', ' Na'],
    ['a?', ' Ya'],
  ])
  const slow = { ...files, 'task.yaml': files['task.yaml'].replace('prompts.text', 'prompts.slow') }
  expect((await caught(() => openFiles(slow))).message).toMatch(
    /doc_to_text: the function returned a promise/,
  )
})

test('18,884 requests take less than a second', async () => {
  const rows = Array.from({ length: 9442 }, (_, index) => ({
    sentence: `s${index}`,
    question: 'q',
    answer: 'a',
    label: index % 2,
  }))
  const { builder, documents } = await open(rows, {
    doc_to_text: '"{{sentence}}\\nQuestion: {{question}}\\nAnswer: {{answer}}\\nPlausible:"',
    metadata: '{cluster: "{{sentence}} {{question}}"}',
  })
  const start = performance.now()
  const count = documents.docs.reduce((sum, _, docId) => sum + builder.build(docId).requests.length, 0)
  expect(count).toBe(18_884)
  expect(performance.now() - start).toBeLessThan(1000)
})
