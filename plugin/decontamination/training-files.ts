import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { isDict, isInt, parseJson } from '../python/index.ts'

/** What a file holds: one text, a text in each line's JSON object, or a prepared n-gram and its document in each line. */
export type TrainingFormat = 'text' | 'jsonl' | 'ngrams'
export type Compression = 'gzip' | 'zstd' | undefined

/** A file of training text, or of n-grams prepared from it. */
export interface TrainingFile {
  /** Absolute. */
  file: string
  format: TrainingFormat
  compression: Compression
  /** Bytes on disk. */
  size: number
  /** Words of its n-grams, where they are prepared: `ngram_size` of the folder's `info.json`. */
  ngram: number | undefined
}

const endings: Readonly<Record<string, TrainingFormat>> = {
  '.txt': 'text',
  '.text': 'text',
  '.md': 'text',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
}
const preparedName = /\.bkt\.txt(?:\.sorted)?$|\.sorted$/

/**
 * Files below the given paths (files or folders, folders within folders too) in order of their names. In a folder with an
 * `info.json` that has an `ngram_size` lie prepared n-grams, `*.bkt.txt` and `*.sorted` (metrics-spec.md, 9.1); elsewhere `.txt`,
 * `.md` and `.jsonl`; any of them may end in `.gz` or `.zst`. Files that begin with a dot are left out; any other file is an
 * error, since training text that is not read would make documents look clean.
 * @throws LmEvalError DATASET naming the path
 */
export function findTrainingFiles(paths: readonly string[]): TrainingFile[] {
  const found = new Map<string, TrainingFile>()
  for (const path of paths) {
    const start = resolve(path)
    const before = found.size
    const again = found.has(start)
    visit(start, found)
    if (found.size === before && !again && isFolder(start))
      throw trainingError(start, 'the folder has no training text')
  }
  return [...found.values()]
}

function visit(path: string, found: Map<string, TrainingFile>): void {
  if (!isFolder(path)) {
    found.set(path, describe(path, preparedSize(dirname(path))))
    return
  }
  const ngram = preparedSize(path)
  for (const entry of readdirSync(path).sort()) {
    const inner = join(path, entry)
    if (entry.startsWith('.') || (ngram !== undefined && entry === 'info.json')) continue
    if (isFolder(inner)) visit(inner, found)
    else found.set(inner, describe(inner, ngram))
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (cause) {
    throw trainingError(path, 'there is no such file or folder', cause)
  }
}

function describe(file: string, ngram: number | undefined): TrainingFile {
  const { size } = statSync(file)
  const [name, compression] = uncompressedName(basename(file))
  if (ngram !== undefined && preparedName.test(name))
    return { file, format: 'ngrams', compression, size, ngram }
  const ending = /\.[^.]*$/.exec(name)?.[0] ?? ''
  const format = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (ngram !== undefined || format === undefined || preparedName.test(name)) {
    throw trainingError(file, expectation(ngram, name))
  }
  return { file, format, compression, size, ngram: undefined }
}

function expectation(ngram: number | undefined, name: string): string {
  if (ngram !== undefined)
    return 'beside an info.json only *.bkt.txt and *.sorted files are n-grams; move it away'
  if (preparedName.test(name)) return 'n-gram files need an info.json with their ngram_size beside them'
  return 'training text must be .txt, .md or .jsonl (plain, .gz or .zst); convert the file or move it away'
}

function uncompressedName(name: string): [name: string, compression: Compression] {
  if (name.endsWith('.gz')) return [name.slice(0, -3), 'gzip']
  if (name.endsWith('.zst')) return [name.slice(0, -4), 'zstd']
  return [name, undefined]
}

function preparedSize(folder: string): number | undefined {
  const file = join(folder, 'info.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  let info: unknown
  try {
    info = parseJson(text)
  } catch (cause) {
    throw trainingError(file, `not valid JSON: ${(cause as Error).message}`, cause)
  }
  const size = isDict(info) && !(info instanceof Map) ? info.ngram_size : undefined
  if (size === undefined) return undefined
  if (!isInt(size) || Number(size) < 1)
    throw trainingError(file, 'ngram_size must be a whole number, 1 or more')
  return Number(size)
}

/** An error that names a file or folder of training text. */
export function trainingError(path: string, problem: string, cause?: unknown, line?: number): LmEvalError {
  const at = line === undefined ? undefined : { file: path, line, column: 1 }
  const place = line === undefined ? path : `${path}:${line}`
  return new LmEvalError(`${place}: ${problem}.`, { code: 'DATASET', at, cause })
}
