import { createHash } from 'node:crypto'
import { jsonDumps, pyStr } from '../python/index.ts'
import { serialisable } from './serialisable.ts'

// What tools compare evaluations by (metrics-spec.md, 6.1). All are SHA-256 of UTF-8 text, in hex.

/** Hashes of one document of an evaluation. */
export interface SampleHashes {
  doc_hash: string
  prompt_hash: string
  target_hash: string
}

/** Hash of a text. */
export function textHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The text that a document is hashed as: its JSON in the order of its keys, indented by two, nothing beyond ASCII escaped. */
export function docText(doc: unknown): string {
  return jsonDumps(serialisable(doc), { indent: 2, ensureAscii: false })
}

/** Hash of a document. */
export function docHash(doc: unknown): string {
  return textHash(docText(doc))
}

/** Hash of a prompt: the first argument of a document's first request. */
export function promptHash(prompt: string): string {
  return textHash(prompt)
}

/** Hash of a target: of what Python's str() makes of it. */
export function targetHash(target: unknown): string {
  return textHash(pyStr(target))
}

/** Hash of a task: of the hashes of all its sample records, every filter's, in their order. */
export function taskHash(samples: Iterable<SampleHashes>): string {
  const hash = createHash('sha256')
  for (const { doc_hash, prompt_hash, target_hash } of samples)
    hash.update(doc_hash + prompt_hash + target_hash)
  return hash.digest('hex')
}
