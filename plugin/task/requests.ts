import { isInt, pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { DocumentReader } from './document-reader.ts'
import { type Gold, probeGold, resolveGold } from './gold.ts'
import { zeroShotContext } from './prompt.ts'
import type { DocumentRequests, Documents, LoglikelihoodRequest, Task } from './types.ts'

type Pair = readonly [context: string, continuation: string]

/** What an output type makes of a document. */
interface Made extends Pick<DocumentRequests, 'choices' | 'gold' | 'target' | 'warnings'> {
  pairs: Pair[]
}

/**
 * Turns documents into requests as the harness does (task-spec.md, 8, 9 and 11), one document at a time and in any order.
 * `ordinal` numbers the requests of all documents in the harness's order; with `repeats` above 1, whose copies all get
 * the same answer, only the first of each is made and the numbers leave room for the others.
 */
export class RequestBuilder {
  readonly #task: Task
  readonly #reader: DocumentReader
  /** Decided on the first document: doc_to_text is an index, the choices are contexts, the target continues them all. */
  readonly #multipleInput: boolean
  /** Decided on the first document: the target is a list of right answers. */
  readonly #multipleTarget: boolean
  readonly #mutualInformation: boolean
  /** Number of requests before each document, as far as counted. */
  readonly #before: number[] = [0]

  /**
   * Looks at the first document as the harness does when it loads a task.
   * @throws LmEvalError DOCUMENT or TEMPLATE where the first document cannot be read
   */
  constructor(task: Task, documents: Documents) {
    this.#task = task
    this.#reader = new DocumentReader(task, documents)
    this.#mutualInformation = task.metrics.some(({ metric }) => metric === 'acc_mutual_info')
    const text = this.#reader.read(0, 'text')
    const target = this.#reader.read(0, 'target')
    this.#multipleInput = task.prompt.choices !== undefined && isLabel(text)
    this.#multipleTarget = Array.isArray(target)
    if (task.prompt.choices !== undefined) this.#probe(target)
  }

  /**
   * One document's requests.
   * @throws LmEvalError DOCUMENT or TEMPLATE that names task, field, document id and data file line
   */
  build(docId: number): DocumentRequests {
    const doc = this.#reader.doc(docId)
    const cluster = this.#reader.readCluster(docId)
    const { pairs, ...made } = this.#hasChoices ? this.#multipleChoice(docId) : this.#loglikelihood(docId)
    const first = this.#ordinal(docId)
    const requests: LoglikelihoodRequest[] = pairs.map(([context, continuation], index) => ({
      type: 'loglikelihood',
      context,
      continuation,
      ordinal: (first + index) * this.#task.repeats,
    }))
    return { docId, doc, requests, cluster, ...made }
  }

  get #hasChoices(): boolean {
    return this.#task.outputType === 'multiple_choice'
  }

  #multipleChoice(docId: number): Made {
    const text = this.#reader.read(docId, 'text')
    const target = this.#reader.read(docId, 'target')
    const { choices, warning } = this.#reader.readChoices(docId)
    const delimiter = this.#task.targetDelimiter
    const pairs = this.#multipleInput
      ? choices.map((choice): Pair => [this.#context(docId, choice, ''), `${delimiter}${pyStr(target)}`])
      : this.#continuations(this.#context(docId, text, delimiter), choices)
    if (this.#mutualInformation) pairs.push(...this.#continuations('', choices))
    const { gold, problem } = this.#gold(docId, this.#multipleInput ? text : target, choices)
    const name = this.#reader.name(docId)
    const warnings = problem === undefined ? [] : [`${name}: ${problem}; the document counts as wrong.`]
    if (docId === 0 && warning !== undefined) warnings.push(`${name}: ${warning}.`)
    return { pairs, choices, gold, target, warnings }
  }

  #continuations(context: string, choices: readonly string[]): Pair[] {
    return choices.map(choice => [context, `${this.#task.targetDelimiter}${choice}`])
  }

  #loglikelihood(docId: number): Made {
    const target = this.#reader.read(docId, 'target')
    if (typeof target !== 'string') {
      const problem = `the target is ${describeValue(target)}; output_type loglikelihood needs text`
      throw this.#reader.error(docId, 'target', problem)
    }
    const context = this.#context(docId, this.#reader.read(docId, 'text'), this.#task.targetDelimiter)
    return { pairs: [[context, target]], choices: undefined, gold: target, target, warnings: [] }
  }

  #context(docId: number, question: unknown, targetDelimiter: string): string {
    if (typeof question !== 'string') {
      throw this.#reader.error(docId, 'text', `a context must be text, not ${describeValue(question)}`)
    }
    const description = this.#reader.readText(docId, 'description')
    const genPrefix = this.#reader.readText(docId, 'genPrefix')
    return zeroShotContext({ description, question, genPrefix, targetDelimiter })
  }

  #gold(docId: number, target: unknown, choices: readonly string[]): Gold {
    const field = this.#multipleInput ? 'text' : 'target'
    if (!this.#multipleInput && Array.isArray(target) !== this.#multipleTarget) {
      const first = this.#multipleTarget ? 'a list' : 'no list'
      const problem = `the target is ${describeValue(target)}, but that of document 0 is ${first}`
      throw this.#reader.error(docId, field, problem)
    }
    return this.#reader.attempt(docId, field, () => resolveGold(target, choices))
  }

  #probe(target: unknown): void {
    const { choices, warning } = this.#reader.readChoices(0)
    const empty = choices.indexOf('')
    if (empty >= 0) throw this.#reader.error(0, 'choices', `choice ${empty} is the empty string`)
    if (this.#multipleInput && warning !== undefined) throw this.#reader.error(0, 'choices', warning)
    if (this.#multipleInput && !this.#hasChoices) {
      throw this.#reader.error(0, 'text', 'an index as doc_to_text needs output_type multiple_choice')
    }
    if (this.#hasChoices && Array.isArray(target) && target.length === 0) {
      throw this.#reader.error(0, 'target', 'the list of targets is empty')
    }
    const problem = probeGold(target, choices)
    if (problem !== undefined) throw this.#reader.error(0, 'target', problem)
  }

  /** Number of requests that come before a document's, counted as far as needed. */
  #ordinal(docId: number): number {
    if (!this.#hasChoices) return docId
    for (let id = this.#before.length - 1; id < docId; id++) {
      this.#before.push((this.#before[id] as number) + this.#count(id))
    }
    return this.#before[docId] as number
  }

  #count(docId: number): number {
    try {
      return this.#reader.readChoices(docId).choices.length * (this.#mutualInformation ? 2 : 1)
    } catch {
      // Its own test case tells what is wrong with it.
      return 0
    }
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
