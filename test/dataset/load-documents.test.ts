import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDocuments } from '../../plugin/dataset/load-documents.ts'
import type { DatasetOption } from '../../plugin/dataset/types.ts'
import { PyFloat } from '../../plugin/python/index.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import { caught } from '../task/caught.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'

interface Setup {
  files?: Record<string, string | Uint8Array>
  /** Lines of the YAML about the data. */
  data?: string
  datasets?: DatasetOption
  processDocs?: ((docs: Record<string, unknown>[]) => unknown) | undefined
}

const jsonTask = 'dataset_path: json\ndataset_kwargs: {data_files: {test: test.jsonl}}\ntest_split: test'

async function load({ files = {}, data = jsonTask, datasets = {}, processDocs }: Setup) {
  const prepare = processDocs === undefined ? '' : 'process_docs: !function utils.prepare\n'
  const yaml = `task: t\noutput_type: loglikelihood\ndoc_to_text: ""\ndoc_to_target: x\n${prepare}${data}\n`
  const root = temporaryFolder({ 'evals/task.yaml': yaml, 'evals/utils.ts': '', ...files })
  const task = await loadTask(readTaskFile(join(root, 'evals/task.yaml')), async () => ({
    prepare: processDocs,
  }))
  return { root, ...(await loadDocuments(task, { root, datasets })) }
}

const withRows = (rows: string, rest: Partial<Setup> = {}) =>
  load({ files: { 'evals/test.jsonl': rows }, ...rest })

describe('rows', () => {
  test('byte order mark, CRLF, blank lines, no final newline', async () => {
    const { docs, features, locate, dataset, root } = await withRows(
      '\ufeff{"a": 1}\r\n\r\n{"a": 2}\n\n{"a": 3}',
    )
    expect(docs).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect([...features]).toEqual(['a'])
    expect([0, 1, 2].map(index => locate(index)?.line)).toEqual([1, 3, 5])
    expect(dataset).toMatchObject({
      name: 'json',
      split: 'test',
      size: 3,
      files: [join(root, 'evals/test.jsonl')],
    })
  })

  test('line separators inside a string do not end the row', async () => {
    expect((await withRows('{"a": "x\u2028y\u0085z"}\n')).docs).toEqual([{ a: 'x\u2028y\u0085z' }])
  })

  test('one JSON list', async () => {
    expect((await withRows('[{"a": 1},\n {"b": 2}]')).docs).toEqual([
      { a: 1, b: null },
      { a: null, b: 2 },
    ])
  })

  test('the revision is the SHA-256 of the bytes', async () => {
    const rows = '{"a": 1}\n'
    expect((await withRows(rows)).dataset.revision).toBe(createHash('sha256').update(rows).digest('hex'))
  })

  const broken: [what: string, rows: string | Uint8Array, message: RegExp][] = [
    ['line 137', `${'{"a": 1}\n'.repeat(136)}{"a": \n{"a": 1}\n`, /test\.jsonl:137:1: not valid JSON/],
    ['a list as row', '{"a": 1}\n[1]\n', /test\.jsonl:2:1: a row must be a JSON object/],
    [
      'no UTF-8',
      Buffer.from('{"a": 1}\n{"a": "\xe9"}\n', 'latin1'),
      /test\.jsonl:2:1: the file is not UTF-8/,
    ],
    ['nothing', '', /split test is empty: no rows in/],
    ['blank lines only', '\n\n', /split test is empty/],
    ['a list that mixes rows and numbers', '[{"v": 1}, 2]', /test\.jsonl:1:1: a row must be/],
  ]
  test.each(broken)('%s is refused', async (_, rows, message) => {
    const error = await caught(() => load({ files: { 'evals/test.jsonl': rows } }))
    expect(error.code).toBe('DATASET')
    expect(error.message).toMatch(message)
  })

  test('100,000 rows in less than 2 s', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, index) => `{"q": "question ${index}", "label": ${index % 2}, "score": 0.25}`,
    )
    const start = performance.now()
    const { docs } = await withRows(rows.join('\n'))
    expect(docs).toHaveLength(100_000)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('columns, as Arrow has them', () => {
  const columns: [what: string, rows: string[], values: unknown[]][] = [
    ['one float makes all floats', ['1', '2.5', 'null'], [new PyFloat(1), 2.5, null]],
    ['whole floats stay floats', ['1.0', '2'], [new PyFloat(1), new PyFloat(2)]],
    ['integers stay integers', ['1', '-5'], [1, -5]],
    ['large integers stay exact', ['9007199254740993', '-5'], [9007199254740993n, -5]],
    ['beyond 64 bits they are floats', ['9223372036854775808'], [new PyFloat(2 ** 63)]],
    ['text and numbers stay what they are', ['1', '"x"', '2.5'], [1, 'x', 2.5]],
    ['truth values and numbers stay what they are', ['true', '1'], [true, 1]],
    ['mappings keep their own keys', ['{"a": 1}', '{"b": 2}'], [{ a: 1 }, { b: 2 }]],
    ['lists', ['[[1], [2, 3]]'], [[[1], [2, 3]]]],
  ]
  test.each(columns)('%s', async (_, rows, values) => {
    const { docs } = await withRows(rows.map(value => `{"v": ${value}}`).join('\n'))
    expect(docs.map(({ v }) => v)).toStrictEqual(values)
  })

  test('a missing key is null, in first-seen order', async () => {
    const { docs } = await withRows('{"w": 1}\n{"v": 2, "w": 1}\n')
    expect(docs.map(doc => Object.entries(doc))).toEqual([
      [
        ['w', 1],
        ['v', null],
      ],
      [
        ['w', 1],
        ['v', 2],
      ],
    ])
  })

  test('a column may have any name', async () => {
    const { docs, features } = await withRows('{"__proto__": 1, "constructor": 2}\n')
    expect(Object.keys(docs[0] ?? {})).toEqual(['__proto__', 'constructor'])
    expect(features.has('__proto__')).toBe(true)
  })
})

describe('splits and files', () => {
  const row = (text: string) => `{"x": "${text}"}\n`
  const dataFiles = (files: string) => `dataset_path: json\ndataset_kwargs: {data_files: ${files}}`

  test('validation where there is no test split', async () => {
    const data = `${dataFiles('{validation: v.jsonl, test: gone.jsonl}')}\nvalidation_split: validation`
    const { docs, dataset } = await load({ data, files: { 'evals/v.jsonl': row('v') } })
    expect(docs).toEqual([{ x: 'v' }])
    expect(dataset.split).toBe('validation')
  })

  test('several files in order; a bare list is the split train', async () => {
    const data = `${dataFiles('[b.jsonl, a.jsonl]')}\ntest_split: train`
    const { docs, locate } = await load({
      data,
      files: { 'evals/a.jsonl': row('a'), 'evals/b.jsonl': row('b') },
    })
    expect(docs).toEqual([{ x: 'b' }, { x: 'a' }])
    expect(locate(1)).toMatchObject({ file: expect.stringMatching(/a\.jsonl$/), line: 1 })
  })

  test('a file counts from the YAML that names it, else from the root', async () => {
    const data = 'include: ../shared/base.yaml\ntest_split: test'
    const base = dataFiles('{test: rows.jsonl}')
    const files = { 'shared/base.yaml': base, 'shared/rows.jsonl': row('shared'), 'rows.jsonl': row('root') }
    expect((await load({ data, files })).docs).toEqual([{ x: 'shared' }])
    const { 'shared/rows.jsonl': _, ...rest } = files
    expect((await load({ data, files: rest })).docs).toEqual([{ x: 'root' }])
  })

  const refused: [what: string, setup: Setup, message: RegExp][] = [
    [
      'a missing file',
      { data: `${dataFiles('{test: gone.jsonl}')}\ntest_split: test` },
      /task\.yaml:6:31: task t: the data file gone\.jsonl does not exist; it was looked for in .*evals, /,
    ],
    [
      'a missing split',
      { data: `${dataFiles('{train: a.jsonl}')}\ntest_split: test` },
      /no split test; there are: train/,
    ],
    ['a slice', { data: `${dataFiles('{test: test.jsonl}')}\ntest_split: test[:2]` }, /no split test\[:2\]/],
    ['no data_files', { data: 'dataset_path: json\ntest_split: test' }, /needs dataset_kwargs\.data_files/],
    ['a number as file', { data: `${dataFiles('3')}\ntest_split: test` }, /needs dataset_kwargs\.data_files/],
    [
      'an option nobody knows',
      { data: 'dataset_path: json\ndataset_kwargs: {field: data}\ntest_split: test' },
      /dataset_kwargs\.field is not supported/,
    ],
    [
      'a Hub data set',
      { data: 'dataset_path: allenai/ai2_arc\ndataset_name: ARC-Easy\ntest_split: test' },
      /task\.yaml:5:1: .*allenai\/ai2_arc\/ARC-Easy .*Hub is not part of this version; map local rows with the option datasets: \{ 'allenai\/ai2_arc\/ARC-Easy': 'folder' \}/,
    ],
    [
      'csv',
      { data: 'dataset_path: csv\ntest_split: test' },
      /dataset_path csv is not supported in this version; convert the rows to JSON Lines/,
    ],
  ]
  test.each(refused)('%s is refused', async (_, setup, message) => {
    const error = await caught(() => load({ files: { 'evals/test.jsonl': row('x') }, ...setup }))
    expect(error.code).toBe('DATASET')
    expect(error.message).toMatch(message)
  })
})

describe('the option datasets', () => {
  const data = 'dataset_path: some/set\ndataset_name: part\ntest_split: test'
  const files = { 'data/test.jsonl': '{"x": "folder"}\n', 'data/other.jsonl': '{"x": "file"}\n' }

  test.each<[DatasetOption, string]>([
    [{ 'some/set': 'data' }, 'folder'],
    [{ 'some/set': { test: 'data/other.jsonl' } }, 'file'],
    [{ 'some/set/part': { test: ['data/other.jsonl'] }, 'some/set': 'gone' }, 'file'],
  ])('%j', async (datasets, x) => {
    const { docs, dataset } = await load({ data, files, datasets })
    expect(docs).toEqual([{ x }])
    expect(dataset.name).toBe('some/set/part')
  })

  test.each<[DatasetOption, RegExp]>([
    [{ 'some/set': 'gone' }, /maps some\/set to .*gone, which does not exist/],
    [
      { 'some/set': 'data/test.jsonl' },
      /to the file .*write \{ 'some\/set': \{ test: 'data\/test\.jsonl' \} \}/,
    ],
    [{ 'some/set': { test: 'data/gone.jsonl' } }, /gone\.jsonl, which does not exist/],
    [{ 'some/set': { validation: 'data/test.jsonl' } }, /no split test; there are: validation/],
    [{ 'some/set': 'evals' }, /folder .*evals, which has no test\.jsonl/],
  ])('%j is refused', async (datasets, message) => {
    const error = await caught(() => load({ data, files, datasets }))
    expect(error.code).toBe('DATASET')
    expect(error.message).toMatch(message)
  })

  test('shipped rows may be replaced', async () => {
    const shipped = 'dataset_path: winograd_wsc\ndataset_name: wsc273\ntest_split: test'
    expect((await load({ data: shipped })).docs).toHaveLength(273)
    expect((await load({ data: shipped, files, datasets: { winograd_wsc: 'data' } })).docs).toEqual([
      { x: 'folder' },
    ])
  })
})

describe('process_docs', () => {
  const rows = '{"a": 1}\n{"a": 2}\n{"a": 3}\n'

  test('may change, drop and reorder rows, which keep their place', async () => {
    const { docs, features, locate, dataset } = await withRows(rows, {
      processDocs: docs =>
        docs
          .filter(({ a }) => a !== 2)
          .map(doc => ({ ...doc, b: `n${doc.a}` }))
          .reverse(),
    })
    expect(docs).toStrictEqual([
      { a: 3, b: 'n3' },
      { a: 1, b: 'n1' },
    ])
    expect([...features]).toEqual(['a', 'b'])
    expect([locate(0)?.line, locate(1)?.line]).toEqual([3, 1])
    expect(dataset.size).toBe(2)
  })

  test('may be asynchronous; rows made from nothing have no place', async () => {
    const { docs, locate } = await withRows(rows, { processDocs: async () => [{ q: 1 }, { r: 2 }] })
    expect(docs).toStrictEqual([
      { q: 1, r: null },
      { q: null, r: 2 },
    ])
    expect(locate(0)).toBeUndefined()
  })

  test('runs once', async () => {
    let calls = 0
    await withRows(rows, {
      processDocs: docs => {
        calls += 1
        return docs
      },
    })
    expect(calls).toBe(1)
  })

  const wrong: [what: string, processDocs: Setup['processDocs'], code: string, message: RegExp][] = [
    ['nothing', () => undefined, 'TASK_FUNCTION', /process_docs must return an array of rows, not null/],
    ['a mapping', () => ({}), 'TASK_FUNCTION', /must return an array of rows, not a mapping/],
    ['numbers', () => [{}, 3], 'TASK_FUNCTION', /entry 1 is the number 3/],
    ['no rows', () => [], 'DATASET', /process_docs returned no rows/],
    [
      'an exception',
      () => {
        throw new Error('no such thing')
      },
      'TASK_FUNCTION',
      /task\.yaml:5:\d+: task t: process_docs failed: no such thing/,
    ],
  ]
  test.each(wrong)('%s is refused', async (_, processDocs, code, message) => {
    const error = await caught(() => withRows(rows, { processDocs }))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
  })
})

describe('column types of other splits', () => {
  const files = (train: string, test: string) => ({ 'evals/train.jsonl': train, 'evals/test.jsonl': test })
  const data =
    'dataset_path: json\ndataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}\ntest_split: test'

  test('are those of the first file, to which the evaluated one is cast', async () => {
    const { docs } = await load({ data, files: files('{"a": 0.5, "d": "x"}', '{"a": 2, "d": "2020-01-01"}') })
    expect(String(docs[0]?.a)).toBe('2')
    expect(docs[0]?.a).toBeInstanceOf(PyFloat)
    expect(docs[0]?.d).toBe('2020-01-01 00:00:00')
  })

  test('count only where that file exists', async () => {
    const { docs } = await load({ data, files: { 'evals/test.jsonl': '{"a": 2}' } })
    expect(docs).toEqual([{ a: 2 }])
  })

  test('a split that does not fit is refused, with both named', async () => {
    const error = await caught(() => load({ data, files: files('{"a": 1}', '{"a": "x"}') }))
    expect(error.message).toMatch(/task t: the split test does not fit the column types of .*train\.jsonl/)
  })
})
