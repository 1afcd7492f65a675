import { excerpt } from '../../report/escape.ts'
import type { Doc } from '../../task/types.ts'

const longest = 60

/**
 * Name of a document's test case: its id and the start of its first text, `doc 12: Jane knocked on the door …`. The colon
 * lets `-t 'doc 12:'` select one document.
 */
export function documentName(docId: number, doc: Doc): string {
  const text = Object.values(doc).find(value => typeof value === 'string' && value !== '')
  return text === undefined ? `doc ${docId}:` : `doc ${docId}: ${excerpt(text as string, longest)}`
}
