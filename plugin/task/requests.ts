import { isInt, pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { type Choices, toChoices } from './choices.ts'
import { documentError, nameDocument, wrapDocumentError } from './document-error.ts'
import { probeGold, resolveGold } from './gold.ts'
import { zeroShotContext } from './prompt.ts'
import type {
  Doc,
  DocReader,
  DocumentRequests,
  Documents,
  LoglikelihoodRequest,
  PromptFields,
  Task,
} from './types.ts'

type Pair = readonly [context: string, continuation: string]

const fieldNames: Record<keyof PromptFields, string> = {
  text: 'doc_to_text',
  target: 'doc_to_target',
  choices: 'doc_to_choice',
  description: 'description',
  genPrefix: 'gen_prefix',
}

/**
 * Turns documents into requests as the harness does (task-spec.md, 8, 9 and 11), one document at a time and in any order.
 * `ordinal` numbers the requests of all documents in the harness's order; with `repeats` above 1, whose copies all get
 * the same answer, only the first of each is made and the numbers leave room for the others.
 */
export class RequestBuilder {
  readonly #task: Task
  readonly #documents: Documents
  readonly #multipleInput: boolean
  readonly #multipleTarget: boolean
  readonly #mutualInformation: boolean
  readonly #choices: (Choices | undefined)[] = []
  /** Number of requests before each document, as far as counted. */
  readonly #before: number[] = [0]

  /**
   * Looks at the first document as the harness does when it loads a task: whether doc_to_text is an index (then the
   * choices are contexts and the target is the common continuation), and whether there are several right answers.
   * @throws LmEvalError DOCUMENT or TEMPLATE where the first document cannot be read
   */
  constructor(task: Task, documents: Documents) {
    this.#task = task
    this.#documents = documents
    this.#mutualInformation =
      task.outputType === 'multiple_choice' && task.metrics.some(({ metric }) => metric === 'acc_mutual_info')
    const text = this.#read(0, 'text')
    const target = this.#read(0, 'target')
    this.#multipleInput = task.prompt.choices !== undefined && isLabel(text)
    this.#multipleTarget = Array.isArray(target)
    if (task.prompt.choices !== undefined) this.#probe(target)
  }

  /**
   * One document's requests.
   * @throws LmEvalError DOCUMENT or TEMPLATE that names task, field, document id and data file line
   */
  build(docId: number): DocumentRequests {
    const doc = this.#doc(docId)
    const cluster = this.#cluster(docId, doc)
    const made =
      this.#task.outputType === 'multiple_choice' ? this.#multipleChoice(docId) : this.#loglikelihood(docId)
    const { pairs, ...rest } = made
    const first = this.#ordinal(docId)
    const requests: LoglikelihoodRequest[] = pairs.map(([context, continuation], index) => ({
      type: 'loglikelihood',
      context,
      continuation,
      ordinal: (first + index) * this.#task.repeats,
    }))
    return { docId, doc, requests, cluster, ...rest }
  }

  #multipleChoice(docId: number) {
    const text = this.#read(docId, 'text')
    const target = this.#read(docId, 'target')
    const { choices, warning } = this.#readChoices(docId)
    const delimiter = this.#task.targetDelimiter
    const pairs: Pair[] = this.#multipleInput
      ? choices.map(choice => [this.#context(docId, choice, ''), `${delimiter}${pyStr(target)}`])
      : this.#continuations(this.#context(docId, text, delimiter), choices)
    if (this.#mutualInformation) pairs.push(...this.#continuations('', choices))
    const { gold, problem } = this.#gold(docId, this.#multipleInput ? text : target, choices)
    const name = nameDocument(this.#task, this.#documents, docId)
    const warnings = problem === undefined ? [] : [`${name}: ${problem}; the document counts as wrong.`]
    if (docId === 0 && warning !== undefined) warnings.push(`${name}: ${warning}.`)
    return { pairs, choices, gold, target, warnings }
  }

  #continuations(context: string, choices: readonly string[]): Pair[] {
    return choices.map(choice => [context, `${this.#task.targetDelimiter}${choice}`])
  }

  #loglikelihood(docId: number) {
    const target = this.#read(docId, 'target')
    if (typeof target !== 'string') {
      throw this.#error(
        docId,
        'target',
        `the target is ${describeValue(target)}; output_type loglikelihood needs text`,
      )
    }
    const pairs: Pair[] = [
      [this.#context(docId, this.#read(docId, 'text'), this.#task.targetDelimiter), target],
    ]
    return { pairs, choices: undefined, gold: target, target, warnings: [] as string[] }
  }

  #context(docId: number, question: unknown, targetDelimiter: string): string {
    if (typeof question !== 'string') {
      throw this.#error(docId, 'text', `a context must be text, not ${describeValue(question)}`)
    }
    const description = this.#readText(docId, 'description')
    const genPrefix = this.#readText(docId, 'genPrefix')
    return zeroShotContext({ description, question, genPrefix, targetDelimiter })
  }

  #gold(docId: number, target: unknown, choices: readonly string[]): ReturnType<typeof resolveGold> {
    const field = this.#multipleInput ? 'text' : 'target'
    if (!this.#multipleInput && Array.isArray(target) !== this.#multipleTarget) {
      const first = this.#multipleTarget ? 'a list' : 'no list'
      throw this.#error(
        docId,
        field,
        `the target is ${describeValue(target)}, but that of document 0 is ${first}`,
      )
    }
    try {
      return resolveGold(target, choices)
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#documents, docId, fieldNames[field], error)
    }
  }

  #probe(target: unknown): void {
    const { choices, warning } = this.#readChoices(0)
    const empty = choices.indexOf('')
    if (empty >= 0) throw this.#error(0, 'choices', `choice ${empty} is the empty string`)
    if (this.#multipleInput && warning !== undefined) throw this.#error(0, 'choices', warning)
    if (this.#multipleInput && this.#task.outputType !== 'multiple_choice') {
      throw this.#error(0, 'text', 'an index as doc_to_text needs output_type multiple_choice')
    }
    if (Array.isArray(target) && target.length === 0)
      throw this.#error(0, 'target', 'the list of targets is empty')
    const problem = probeGold(target, choices)
    if (problem !== undefined) throw this.#error(0, 'target', problem)
  }

  #readChoices(docId: number): Choices {
    const known = this.#choices[docId]
    if (known !== undefined) return known
    const value = this.#read(docId, 'choices')
    try {
      const choices = toChoices(value)
      this.#choices[docId] = choices
      return choices
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#documents, docId, fieldNames.choices, error)
    }
  }

  /** Number of requests that come before a document's, counted as far as needed. */
  #ordinal(docId: number): number {
    if (this.#task.outputType !== 'multiple_choice') return docId
    for (let id = this.#before.length - 1; id < docId; id++) {
      this.#before.push((this.#before[id] as number) + this.#count(id))
    }
    return this.#before[docId] as number
  }

  #count(docId: number): number {
    try {
      return this.#readChoices(docId).choices.length * (this.#mutualInformation ? 2 : 1)
    } catch {
      // Its own test case tells what is wrong with it.
      return 0
    }
  }

  #cluster(docId: number, doc: Doc): string | undefined {
    const { cluster } = this.#task
    if (cluster === undefined) return undefined
    try {
      return pyStr(cluster(doc))
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#documents, docId, 'metadata.cluster', error)
    }
  }

  #readText(docId: number, field: 'description' | 'genPrefix'): string {
    if (this.#task.prompt[field] === undefined) return ''
    const value = this.#read(docId, field)
    if (typeof value === 'string') return value
    if (value === null) return ''
    throw this.#error(docId, field, `must be text, not ${describeValue(value)}`)
  }

  #read(docId: number, field: keyof PromptFields): unknown {
    let value: unknown
    try {
      value = (this.#task.prompt[field] as DocReader)(this.#doc(docId))
    } catch (error) {
      throw wrapDocumentError(this.#task, this.#documents, docId, fieldNames[field], error)
    }
    if (value instanceof Promise) {
      value.catch(() => {})
      throw this.#error(docId, field, 'the function returned a promise; it must return its value at once')
    }
    return value
  }

  #doc(docId: number): Doc {
    const doc = this.#documents.docs[docId]
    if (doc === undefined) {
      throw new RangeError(`document ${docId} does not exist: there are ${this.#documents.docs.length}`)
    }
    return doc
  }

  #error(docId: number, field: keyof PromptFields, problem: string): Error {
    return documentError(this.#task, this.#documents, docId, fieldNames[field], problem)
  }
}

/** Requests of a task's documents, made one document at a time; see {@link RequestBuilder}. */
export function buildRequests(task: Task, documents: Documents): (docId: number) => DocumentRequests {
  const builder = new RequestBuilder(task, documents)
  return docId => builder.build(docId)
}

function isLabel(value: unknown): boolean {
  return isInt(value) || typeof value === 'boolean'
}
