import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DecontaminationProgress,
  findContaminated,
  findContaminatedByTask,
} from '../../plugin/decontamination/index.ts'
import { NgramIndex } from '../../plugin/decontamination/ngram-index.ts'
import { scanInWorkers, workerFile } from '../../plugin/decontamination/scan-in-workers.ts'
import { TextScanner } from '../../plugin/decontamination/text-scanner.ts'
import { findTrainingFiles } from '../../plugin/decontamination/training-files.ts'

interface Overlap {
  n: number
  queries: string[]
  train: string[]
  contaminated: number[]
}

const overlaps: Overlap[] = JSON.parse(readFileSync(new URL('cases/overlaps.json', import.meta.url), 'utf8'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lm-eval-decontamination-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
/** Writes files into a new folder and gives its path. */
function write(files: Record<string, string | Uint8Array>): string {
  const path = join(folder, String(written++))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

async function found(queries: (string | undefined)[], path: string, ngram?: number): Promise<number[]> {
  return [...(await findContaminated({ queries, paths: [path], ngram }))]
}

const lines = (train: readonly string[]): string =>
  train.map(text => `${JSON.stringify({ text })}\n`).join('')

describe('overlaps as the reference finds them', () => {
  test.each(overlaps.map((overlap, index) => ({ index, ...overlap })))(
    'case $index, n $n',
    async ({ n, queries, train, contaminated }) => {
      const files = Object.fromEntries(train.map((text, index) => [`${index}.txt`, text]))
      expect(await found(queries, write(files), n)).toEqual(contaminated)
      expect(await found(queries, write({ 'all.jsonl': lines(train) }), n)).toEqual(contaminated)
      expect(await found(queries, write({ 'all.jsonl.gz': gzipSync(lines(train)) }), n)).toEqual(contaminated)
    },
  )

  test.each([1, 2, 3, 7])('however the bytes are cut: %i at a time', size => {
    for (const { n, queries, train, contaminated } of overlaps) {
      const index = new NgramIndex(queries.entries(), n)
      const scanner = new TextScanner(index)
      for (const text of train) {
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; at += size) scanner.feed(bytes.subarray(at, at + size))
        scanner.endDocument()
      }
      expect([...index.contaminated].sort((a, b) => a - b)).toEqual(contaminated)
    }
  })
})

const needle = 'one two three four five six seven eight nine ten eleven twelve thirteen'
const haystack = (before: number, word = 'straw '): string => word.repeat(before) + needle

describe('long texts', () => {
  test('a match across the pieces in which a file is read', async () => {
    // 6 bytes a word and 1 MiB a piece: the needle lies across the second border.
    const files = { 'a.txt': haystack(Math.floor((2 * 2 ** 20) / 6) - 4) }
    expect(await found([needle, 'short'], write(files))).toEqual([0])
  })

  test('words longer than any that is looked for', async () => {
    const long = 'x'.repeat(3_000_000)
    expect(await found([needle], write({ 'a.txt': `${long} ${needle} ${long}` }))).toEqual([0])
    const cut = needle.replace('seven', `seven ${long}`)
    expect(await found([needle], write({ 'a.txt': cut }))).toEqual([])
    expect(await found([needle], write({ 'a.txt': needle.replace('seven', `seven${long}`) }))).toEqual([])
  })

  test('no n-gram reaches from one document into the next', async () => {
    const [first, second] = [needle.slice(0, 30), needle.slice(30)]
    expect(await found([needle], write({ 'a.txt': first, 'b.txt': second }))).toEqual([])
    expect(await found([needle], write({ 'a.jsonl': lines([first, second]) }))).toEqual([])
    expect(await found([needle], write({ 'a.jsonl': lines([`${first}${second}`]) }))).toEqual([0])
  })
})

describe('files', () => {
  test('folders within folders, compressed members, byte order marks, blank lines', async () => {
    const path = write({
      'a/b/c.txt': `\ufeff${needle}`,
      'a/d.jsonl': `\ufeff\n${lines(['nothing'])}\r\n${lines(['alpha beta '.repeat(7)]).trimEnd()}`,
      'e.txt.gz': Buffer.concat([gzipSync('gamma delta '.repeat(4)), gzipSync('gamma delta '.repeat(4))]),
      '.hidden': 'not read',
    })
    const queries = [needle, 'beta alpha '.repeat(7), 'delta gamma '.repeat(7), undefined, 'too short']
    expect(await found(queries, path)).toEqual([0, 1, 2])
  })

  test('another key of a JSON line', async () => {
    const path = write({ 'a.jsonl': `${JSON.stringify({ text: 1, content: needle, score: 1 })}\n` })
    const options = { queries: [needle], paths: [path], textField: 'content' }
    expect([...(await findContaminated(options))]).toEqual([0])
  })

  test('prepared n-grams have their own size and are compared as they stand', async () => {
    const path = write({
      'info.json': JSON.stringify({ title: 'prepared', ngram_size: 3 }),
      'ngrams_0.bkt.txt.sorted': 'one two three 17\nTwo Three Four 3\nfive six  seven 4\n',
      'ngrams_1.bkt.txt.sorted.gz': gzipSync('x y z w 1\nseven eight nine 2'),
    })
    const queries = ['one, two; three', 'two three four', 'five six seven', 'SEVEN EIGHT NINE', 'x y z']
    expect(await found(queries, path)).toEqual([0, 3])
  })

  test('prepared n-grams and text side by side', async () => {
    const path = write({
      'a/info.json': JSON.stringify({ ngram_size: 2 }),
      'a/ngrams_0.bkt.txt': 'seven eight 0\n',
      'b/text.txt': needle,
    })
    expect(await found(['seven eight', needle, 'eight seven'], path)).toEqual([0, 1])
  })
})

describe('what cannot be read', () => {
  const cases: [what: string, files: Record<string, string | Uint8Array>, message: RegExp][] = [
    ['an unknown kind of file', { 'a.parquet': 'x' }, /a\.parquet: training text must be \.txt/],
    ['an empty folder', { '.keep': '' }, /: the folder has no training text/],
    ['a line that is no JSON', { 'a.jsonl': '{"text": "x"}\n{text}\n' }, /a\.jsonl:2: not valid JSON/],
    [
      'a line without text',
      { 'a.jsonl': '{"body": "x"}\n' },
      /a\.jsonl:1: there must be a text under "text"/,
    ],
    ['a line that is a list', { 'a.jsonl': '["x"]\n' }, /a\.jsonl:1: there must be a text under "text"/],
    ['UTF-16', { 'a.txt': Buffer.from('\ufeffabc', 'utf16le') }, /a\.txt: the text is UTF-16/],
    [
      'a cut archive',
      { 'a.txt.gz': gzipSync(needle.repeat(99)).subarray(0, 50) },
      /a\.txt\.gz: cannot be read/,
    ],
    ['n-grams of unknown size', { 'x.bkt.txt': 'a b 1\n' }, /x\.bkt\.txt: n-gram files need an info\.json/],
    [
      'a wrong size',
      { 'info.json': '{"ngram_size": "13"}' },
      /info\.json: ngram_size must be a whole number/,
    ],
    [
      'an n-gram without a document',
      { 'info.json': '{"ngram_size": 1}', 'a.sorted': 'a 1\nb\n' },
      /a\.sorted:2: a line must be an n-gram/,
    ],
    [
      'text beside n-grams',
      { 'info.json': '{"ngram_size": 1}', 'a.txt': 'a' },
      /a\.txt: beside an info\.json only/,
    ],
  ]
  test.each(cases)('%s', async (_what, files, message) => {
    await expect(found([needle], write(files))).rejects.toMatchObject({
      code: 'DATASET',
      message: expect.stringMatching(message),
    })
  })

  test('a path that does not exist', async () => {
    await expect(found([needle], join(folder, 'none'))).rejects.toMatchObject({ code: 'DATASET' })
  })

  test('options that mean nothing', async () => {
    const path = write({ 'a.txt': needle })
    const paths = [path]
    const rejected = (options: Partial<Parameters<typeof findContaminated>[0]>) =>
      expect(findContaminated({ queries: [needle], paths, ...options })).rejects
    await rejected({ ngram: 0 }).toMatchObject({ code: 'OPTION' })
    await rejected({ ngram: 2.5 }).toMatchObject({ code: 'OPTION' })
    await rejected({ paths: [] }).toMatchObject({ code: 'OPTION' })
    await rejected({ queries: [['no text']] as unknown as string[] }).toMatchObject({ code: 'OPTION' })
  })
})

test('several tasks in one reading', async () => {
  const [first, second, third] = overlaps.filter(({ n }) => n === 2) as [Overlap, Overlap, Overlap]
  const tasks = new Map([
    ['a', first.queries],
    ['none', []],
    ['b', third.queries],
  ])
  const path = write({ 'a.jsonl': lines([...first.train, ...second.train]) })
  const byTask = await findContaminatedByTask({ tasks, paths: [path], ngram: 2 })
  expect([...byTask.keys()]).toEqual(['a', 'none', 'b'])
  for (const [task, queries] of tasks) {
    expect([...(byTask.get(task) ?? [])]).toEqual(await found([...queries], path, 2))
  }
})

test('progress counts the bytes on disk', async () => {
  const reports: DecontaminationProgress[] = []
  const path = write({ 'a.txt': haystack(400_000), 'b.jsonl': lines(['x y z']) })
  await findContaminated({
    queries: [needle, 'never to be found '.repeat(5)],
    paths: [path],
    onProgress: report => reports.push(report),
  })
  const bytes = reports.map(report => report.bytes)
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
  const total = 400_000 * 6 + needle.length + lines(['x y z']).length
  expect(reports.at(-1)).toEqual({
    file: join(path, 'b.jsonl'),
    bytes: total,
    totalBytes: total,
    contaminated: 1,
  })
})

test('an abort ends it with its reason', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const running = findContaminated({
    queries: [needle],
    paths: [write({ 'a.txt': haystack(400_000) })],
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  })
  await expect(running).rejects.toBe(reason)
})

test('what was found is looked for no more', async () => {
  const reports: DecontaminationProgress[] = []
  const path = write({ 'a.txt': `${needle} ${'straw '.repeat(2_000_000)}`, 'b.txt': 'c' })
  await findContaminated({ queries: [needle], paths: [path], onProgress: report => reports.push(report) })
  expect(reports.length).toBeLessThan(5)
})

describe('files that worker threads read', () => {
  const scan = async (queries: readonly string[], path: string, n: number) => {
    const all = new Set<number>()
    const asked = queries.map((text, docId): [number, string] => [docId, text])
    const onRead = (_source: unknown, _read: number, found: readonly number[]): void => {
      for (const docId of found) all.add(docId)
    }
    const options = { asked, n, textField: 'text', workers: 2, onRead }
    const run = (signal?: AbortSignal) =>
      scanInWorkers(workerFile() as URL, 2, findTrainingFiles([path]), { ...options, signal })
    return { all, run }
  }

  test('find what one thread finds', async () => {
    for (const { n, queries, train, contaminated } of overlaps.slice(0, 8)) {
      const files = Object.fromEntries(train.map((text, index) => [`${index}.txt`, text]))
      const { all, run } = await scan(queries, write(files), n)
      await run()
      expect([...all].sort((a, b) => a - b)).toEqual(contaminated)
    }
  })

  test('end with the error of the first file that cannot be read', async () => {
    const bad = '{"text": 1}\n'
    const path = write({ 'a.jsonl': lines(['x']), 'b.jsonl': `${lines(['x'])}${bad}`, 'c.jsonl': bad })
    const { run } = await scan(['never to be found'], path, 2)
    await expect(run()).rejects.toMatchObject({
      code: 'DATASET',
      message: `${join(path, 'b.jsonl')}:2: there must be a text under "text".`,
    })
  })

  test('end with the reason of an abort', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const files = { 'a.txt': haystack(400_000), 'b.txt': haystack(400_000) }
    const { run } = await scan(['never to be found'], write(files), 2)
    const running = run(controller.signal)
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
  })
})
