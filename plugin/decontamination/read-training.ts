import { createReadStream } from 'node:fs'
import type { Duplex } from 'node:stream'
import * as zlib from 'node:zlib'
import { LmEvalError } from '../errors.ts'
import { isDict, parseJson } from '../python/index.ts'
import { LineSplitter } from './line-splitter.ts'
import { hashWords } from './ngram-hash.ts'
import type { NgramIndex } from './ngram-index.ts'
import { TextScanner } from './text-scanner.ts'
import { type TrainingFile, trainingError } from './training-files.ts'

export interface ReadTrainingOptions {
  /** Key of the text in a JSON line. */
  textField: string
  signal: AbortSignal | undefined
  /** Called as bytes of the file on disk are read, with their number so far. */
  onBytes: (read: number) => void
}

const pieceSize = 1 << 20
/** A line must fit into a string of the engine. */
const longestLine = 1 << 28
const space = 0x20

/**
 * Looks up every n-gram of a file, reading it piece by piece; stops early where no document is left to be found.
 * @throws LmEvalError DATASET naming file and line; the signal's reason
 */
export async function readTraining(
  source: TrainingFile,
  index: NgramIndex,
  options: ReadTrainingOptions,
): Promise<void> {
  const reader = readers[source.format](source, index, options)
  try {
    for await (const piece of pieces(source, options)) {
      options.signal?.throwIfAborted()
      if (index.open === 0) return
      reader.feed(piece)
    }
    reader.end()
  } catch (error) {
    if (options.signal?.aborted || error instanceof LmEvalError) throw error
    throw trainingError(source.file, `cannot be read: ${(error as Error).message}`, error)
  }
}

async function* pieces(
  { file, compression }: TrainingFile,
  { onBytes }: ReadTrainingOptions,
): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file, { highWaterMark: pieceSize })
  let first = true
  try {
    const source = compression === undefined ? stream : decompressed(stream, compression, file)
    for await (const piece of source as AsyncIterable<Buffer>) {
      onBytes(stream.bytesRead)
      yield first ? withoutMark(piece, file) : piece
      first = false
    }
    onBytes(stream.bytesRead)
  } finally {
    stream.destroy()
  }
}

function decompressed(
  stream: ReturnType<typeof createReadStream>,
  compression: string,
  file: string,
): Duplex {
  const options = { chunkSize: pieceSize }
  const { createZstdDecompress } = zlib as { createZstdDecompress?: (given: typeof options) => Duplex }
  if (compression === 'zstd' && createZstdDecompress === undefined) {
    throw trainingError(
      file,
      'this Node.js cannot read zstd; use 22.15 or later, or decompress the file (zstd -d)',
    )
  }
  const transform =
    compression === 'gzip'
      ? zlib.createGunzip(options)
      : (createZstdDecompress as (given: typeof options) => Duplex)(options)
  stream.on('error', error => transform.destroy(error))
  return stream.pipe(transform)
}

/** A byte order mark is no part of the first word. */
function withoutMark(piece: Uint8Array, file: string): Uint8Array {
  const [a, b, c] = piece
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw trainingError(file, 'the text is UTF-16; convert it to UTF-8')
  return a === 0xef && b === 0xbb && c === 0xbf ? piece.subarray(3) : piece
}

interface Reader {
  feed(piece: Uint8Array): void
  end(): void
}

type MakeReader = (source: TrainingFile, index: NgramIndex, options: ReadTrainingOptions) => Reader

const readers: Record<TrainingFile['format'], MakeReader> = {
  text(_source, index) {
    const scanner = new TextScanner(index)
    return { feed: piece => scanner.feed(piece), end: () => scanner.endDocument() }
  },
  jsonl(source, index, { textField }) {
    const scanner = new TextScanner(index)
    return lineReader((bytes, line) => {
      if (isBlank(bytes)) return
      scanner.feed(textOf(source.file, line, bytes, textField))
      scanner.endDocument()
    })
  },
  ngrams(source, index) {
    return lineReader((bytes, line) => {
      const end = bytes.lastIndexOf(space)
      if (end < 0)
        throw trainingError(source.file, 'a line must be an n-gram, a space and a document', undefined, line)
      index.lookUp(hashWords(bytes, 0, end), bytes, 0, end)
    })
  },
}

function lineReader(take: (bytes: Uint8Array, line: number) => void): Reader {
  const lines = new LineSplitter(longestLine)
  let line = 0
  const onLine = (bytes: Uint8Array): void => {
    line += 1
    take(bytes, line)
  }
  return { feed: piece => lines.feed(piece, onLine), end: () => lines.end(onLine) }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === space || (byte >= 0x09 && byte <= 0x0d))
}

function textOf(file: string, line: number, bytes: Uint8Array, field: string): Uint8Array {
  let row: unknown
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    row = parseRow(json)
  } catch (cause) {
    throw trainingError(file, `not valid JSON: ${(cause as Error).message}`, cause, line)
  }
  const text = isDict(row) && !(row instanceof Map) && Object.hasOwn(row, field) ? row[field] : undefined
  if (typeof text !== 'string') {
    throw trainingError(file, `there must be a text under ${JSON.stringify(field)}`, undefined, line)
  }
  return Buffer.from(text)
}

/** The engine's own JSON is fast; Python writes some that it does not read (NaN). */
function parseRow(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return parseJson(json)
  }
}
