import { pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { type Choices, toChoices } from './choices.ts'
import { documentError, nameDocument, wrapDocumentError } from './document-error.ts'
import type { Doc, DocReader, PromptFields, RowSource, Task } from './types.ts'

const fieldNames: Record<keyof PromptFields, string> = {
  text: 'doc_to_text',
  target: 'doc_to_target',
  choices: 'doc_to_choice',
  description: 'description',
  genPrefix: 'gen_prefix',
  decontaminationQuery: 'doc_to_decontamination_query',
  decontaminationText: 'doc_to_decontamination_query',
}

export interface DocumentReaderOptions {
  task: Task
  rows: RowSource
  /** Columns of the evaluated documents. */
  features: ReadonlySet<string>
  fields: Partial<PromptFields>
}

/** Reads prompt fields from rows; whatever fails names task, row, data file line and field. */
export class DocumentReader {
  readonly #task: Task
  readonly #rows: RowSource
  readonly #features: ReadonlySet<string>
  readonly #fields: Partial<PromptFields>
  readonly #choices: (Choices | undefined)[] = []

  constructor({ task, rows, features, fields }: DocumentReaderOptions) {
    this.#task = task
    this.#rows = rows
    this.#features = features
    this.#fields = fields
  }

  /** The document itself. @throws RangeError for an id that does not exist */
  doc(docId: number): Doc {
    const doc = this.#rows.docs[docId]
    if (doc !== undefined) return doc
    throw new RangeError(`${this.#rows.noun} ${docId} does not exist: there are ${this.#rows.docs.length}`)
  }

  has(field: keyof PromptFields): boolean {
    return this.#fields[field] !== undefined
  }

  /** What a field gives for a document, unconverted. The task must have the field. */
  read(docId: number, field: keyof PromptFields): unknown {
    const value = this.attempt(docId, field, () =>
      (this.#fields[field] as DocReader)(this.doc(docId), this.#features),
    )
    if (!(value instanceof Promise)) return value
    value.catch(() => {})
    throw this.error(docId, field, 'the function returned a promise; it must return its value at once')
  }

  /** Text of a field; empty where the task lacks the field or the value is null. */
  readText(docId: number, field: 'description' | 'genPrefix' | 'decontaminationText'): string {
    if (!this.has(field)) return ''
    const value = this.read(docId, field) ?? ''
    if (typeof value === 'string') return value
    throw this.error(docId, field, `must be text, not ${describeValue(value)}`)
  }

  /** Choices of a document, read once. */
  readChoices(docId: number): Choices {
    this.#choices[docId] ??= this.attempt(docId, 'choices', () => toChoices(this.read(docId, 'choices')))
    return this.#choices[docId]
  }

  /** Text of the cluster that a document belongs to; undefined where the task has none. */
  readCluster(docId: number): string | undefined {
    const { cluster } = this.#task
    if (cluster === undefined) return undefined
    try {
      return pyStr(cluster(this.doc(docId), this.#features))
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#rows, docId, 'metadata.cluster', error)
    }
  }

  /** Runs an action; what it throws becomes an error about the document's field. */
  attempt<T>(docId: number, field: keyof PromptFields, action: () => T): T {
    try {
      return action()
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#rows, docId, fieldNames[field], error)
    }
  }

  /** An error about a document's field. */
  error(docId: number, field: keyof PromptFields, problem: string): Error {
    return documentError(this.#task, this.#rows, docId, fieldNames[field], problem)
  }

  /** How a message names a document. */
  name(docId: number): string {
    return nameDocument(this.#task, this.#rows, docId)
  }
}
