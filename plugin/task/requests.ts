import { ContextBuilder, type PromptOptions } from './context-builder.ts'
import { DocumentReader } from './document-reader.ts'
import { FewshotExamples } from './fewshot/examples.ts'
import { type FirstDocument, probeFirstDocument } from './first-document.ts'
import { outputRequests, type RequestParts } from './output-requests.ts'
import { RequestNumbers } from './request-numbers.ts'
import type { DocumentRequests, Documents, Task, TaskWarning } from './types.ts'

export interface RequestOptions extends PromptOptions {
  /** Ids of the documents that are evaluated, in order; the examples depend on it. Default: all. */
  order?: readonly number[] | undefined
  /** Seed of the few-shot examples. Default: 1234, the harness's. */
  fewshotSeed?: number | bigint | undefined
}

/**
 * Turns documents into requests as the harness does (task-spec.md, 8 to 11), one document at a time and in any order.
 * `ordinal` numbers the requests of all documents in the harness's order; with `repeats` above 1 only the first copy of each
 * is made, and the numbers leave room for the others.
 */
export class RequestBuilder {
  readonly #parts: RequestParts
  readonly #numbers: RequestNumbers

  /**
   * @throws LmEvalError DOCUMENT or TEMPLATE where the first document cannot be read, TASK_FIELD for too many shots
   */
  constructor(task: Task, documents: Documents, options: RequestOptions = {}) {
    const reader = new DocumentReader({
      task,
      rows: documents,
      features: documents.features,
      fields: task.prompt,
    })
    const first = probeFirstDocument(task, reader)
    const order = options.order ?? documents.docs.map((_, docId) => docId)
    this.#parts = {
      task,
      reader,
      contexts: new ContextBuilder(task, reader, options),
      examples: fewshotExamples(task, documents, order, options, first),
      first,
      mutualInformation: task.metrics.some(({ metric }) => metric === 'acc_mutual_info'),
    }
    this.#numbers = new RequestNumbers(order, options.order === undefined, docId => this.#count(docId))
  }

  /** What document 0 decided. */
  get first(): FirstDocument {
    return this.#parts.first
  }

  /** Warnings about the prompts as a whole, so far. */
  get warnings(): TaskWarning[] {
    const { examples, contexts } = this.#parts
    const own = [this.#choicesWarning, examples?.leak].filter(warning => warning !== undefined)
    return [...own, ...contexts.warnings.values()]
  }

  /** The harness looks at the choices of document 0 alone, whether it is evaluated or not. */
  get #choicesWarning(): TaskWarning | undefined {
    const { reader } = this.#parts
    const warning = reader.has('choices') ? reader.readChoices(0).warning : undefined
    if (warning === undefined) return undefined
    return { code: 'choice_not_list', message: `${reader.name(0)}: ${warning}.` }
  }

  /**
   * One document's requests.
   * @throws LmEvalError DOCUMENT or TEMPLATE that names task, field, document id and data file line
   */
  build(docId: number): DocumentRequests {
    const { task, reader, examples, first } = this.#parts
    const doc = reader.doc(docId)
    const position = this.#numbers.position(docId)
    const cluster = reader.readCluster(docId)
    const text = reader.read(docId, 'text')
    const { requests, ...made } = outputRequests[task.outputType](this.#parts, { docId, position, text })
    const number = this.#numbers.first(position)
    return {
      docId,
      doc,
      requests: requests.map((request, index) => ({ ...request, ordinal: (number + index) * task.repeats })),
      text,
      multipleTarget: first.multipleTarget > 0,
      fewshotIds: examples?.ids(position) ?? [],
      cluster,
      ...made,
    }
  }

  /** The harness's decontamination query (task-spec.md, 11.6); undefined unless should_decontaminate. */
  decontaminationQuery(docId: number): unknown {
    const { reader } = this.#parts
    return reader.has('decontaminationQuery') ? reader.read(docId, 'decontaminationQuery') : undefined
  }

  /** What the document is looked for with in training text; undefined unless should_decontaminate. */
  decontaminationText(docId: number): string | undefined {
    const { reader } = this.#parts
    return reader.has('decontaminationText') ? reader.readText(docId, 'decontaminationText') : undefined
  }

  #count(docId: number): number {
    const { task, reader, mutualInformation } = this.#parts
    if (task.outputType !== 'multiple_choice') return 1
    try {
      return reader.readChoices(docId).choices.length * (mutualInformation ? 2 : 1)
    } catch {
      // Its own test case tells what is wrong with it.
      return 0
    }
  }
}

function fewshotExamples(
  task: Task,
  documents: Documents,
  order: readonly number[],
  { fewshotSeed: seed = 1234 }: RequestOptions,
  { multipleInput }: FirstDocument,
): FewshotExamples | undefined {
  const { pool } = documents
  if (task.numFewshot <= 0 || pool === undefined) return undefined
  return new FewshotExamples({ task, documents, pool, order, seed, multipleInput: multipleInput > 0 })
}
