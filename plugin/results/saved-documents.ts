import { LmEvalError, type SourcePosition } from '../errors.ts'
import { isDict, isInt, parseJson } from '../python/index.ts'
import type { SavedSamples } from './saved-scorer.ts'

/** A document of a samples file. */
export interface SavedDocument {
  docId: number
  /** Its `doc_hash`. */
  hash: unknown
  at: SourcePosition
}

/**
 * The documents of a samples file, each once whatever the number of filters, in the file's order.
 * @throws LmEvalError DATASET for a line that is no sample, and for a file without any
 */
export function savedDocuments({ file, text }: SavedSamples): SavedDocument[] {
  const documents = new Map<number, SavedDocument>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const at = { file, line: index + 1, column: 1 }
    const record = parseLine(line, at)
    const { doc_id: docId, doc_hash: hash } = record
    if (!isInt(docId)) throw lineError(at, 'a sample must have a whole number as doc_id')
    if (!documents.has(Number(docId))) documents.set(Number(docId), { docId: Number(docId), hash, at })
  }
  if (documents.size > 0) return [...documents.values()]
  throw new LmEvalError(`${file} has no samples.`, { code: 'DATASET', at: { file, line: 1, column: 1 } })
}

function parseLine(line: string, at: SourcePosition): Record<string, unknown> {
  let record: unknown
  try {
    record = parseJson(line)
  } catch (cause) {
    throw lineError(at, `not valid JSON: ${(cause as Error).message}`, cause)
  }
  if (isDict(record)) return record as Record<string, unknown>
  throw lineError(at, 'a sample must be an object')
}

function lineError(at: SourcePosition, problem: string, cause?: unknown): LmEvalError {
  return new LmEvalError(`${at.file}:${at.line}: ${problem}.`, { code: 'DATASET', at, cause })
}
