import { shownValue } from '../shown-value.ts'

/** What a document gives to a corpus metric. */
export interface CorpusItem {
  /** null stands for a reference that there is not. */
  references: readonly (string | null)[]
  prediction: string
}

/**
 * Reads pairs of a reference, or a list of references, and a prediction, or a list of one. Where one document has a list of
 * references all must have one: the harness takes a text among lists for a list of its characters.
 * @throws TypeError for anything else, naming the value
 */
export function readCorpusItems(items: readonly unknown[]): CorpusItem[] {
  const read = items.map(readItem)
  const lists = items.map(item => Array.isArray((item as unknown[])[0]))
  if (lists.includes(true) && lists.includes(false)) {
    const [list, text] = [lists.indexOf(true), lists.indexOf(false)]
    throw new TypeError(
      `value ${list} has a list of references and value ${text} one text; give lists to all or to none`,
    )
  }
  return read
}

function readItem(item: unknown, index: number): CorpusItem {
  if (!Array.isArray(item) || item.length !== 2) {
    throw new TypeError(
      `value ${index} is ${shownValue(item)}, not a pair of a reference and a prediction (documents with several targets have none)`,
    )
  }
  const [reference, prediction]: unknown[] = item
  const [text, ...more] = Array.isArray(prediction) ? (prediction as unknown[]) : [prediction]
  if (typeof text !== 'string' || more.length > 0) {
    throw new TypeError(`the prediction of value ${index} is ${shownValue(prediction)}, not one text`)
  }
  const references: unknown[] = Array.isArray(reference) ? reference : [reference]
  if (!references.every(isReference)) {
    throw new TypeError(
      `the reference of value ${index} is ${shownValue(reference)}, neither a text nor a list of texts`,
    )
  }
  return { references, prediction: text }
}

function isReference(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}
