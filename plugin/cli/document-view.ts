import { formatPosition, LmEvalError } from '../errors.ts'
import type { TaskEvaluation } from '../evaluation/task-evaluation.ts'
import { pyStr } from '../python/index.ts'
import type { DocumentRequests, Request } from '../task/types.ts'
import type { TokenView } from './request-tokens.ts'

/** Everything that `show` says about a document. */
export interface DocumentView {
  task: string
  file: string
  version: string | null
  outputType: string
  numFewshot: number
  split: string
  total: number
  /** Place of the document in its data file, where known. */
  row: string | null
  fewshotOrigin: string | null
  document: DocumentRequests
  requests: { request: Request; tokens: TokenView[] | undefined }[]
  warnings: string[]
}

/**
 * A document of a loaded task with its requests, in tokens too where there is a tokenizer.
 * @throws LmEvalError OPTION for a document that the task does not have or that limit or samples leave out; DOCUMENT or
 * TEMPLATE where its requests cannot be made
 */
export function viewDocument(
  evaluation: TaskEvaluation,
  docId: number,
  encode: ((request: Request) => TokenView[]) | undefined,
): DocumentView {
  const { task, documents, order } = evaluation
  const total = documents.docs.length
  if (!order.includes(docId)) {
    const problem =
      docId < 0 || docId >= total
        ? `has documents 0 to ${total - 1}, no document ${docId}`
        : `has a document ${docId}, but limit or samples leave it out`
    throw new LmEvalError(`The task ${task.name} ${problem}; give another --doc.`, { code: 'OPTION' })
  }
  const document = evaluation.requests(docId)
  const place = documents.locate(docId)
  return {
    task: task.name,
    file: task.file,
    version: (task.version ?? undefined) === undefined ? null : pyStr(task.version),
    outputType: task.outputType,
    numFewshot: task.numFewshot,
    split: documents.dataset.split,
    total,
    row: place === undefined ? null : formatPosition(place),
    fewshotOrigin: task.numFewshot > 0 ? (documents.pool?.origin ?? null) : null,
    document,
    requests: document.requests.map(request => ({ request, tokens: encode?.(request) })),
    warnings: [...task.warnings, ...evaluation.promptWarnings, ...document.warnings]
      .filter(({ quiet }) => quiet !== true)
      .map(({ message }) => message),
  }
}
