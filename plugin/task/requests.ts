import { isInt, PyTuple, pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { ContextBuilder, type PromptOptions } from './context-builder.ts'
import { DocumentReader } from './document-reader.ts'
import { FewshotExamples } from './fewshot/examples.ts'
import { type Gold, probeGold, resolveGold } from './gold.ts'
import type { DocumentRequests, Documents, Request, Task, TaskWarning } from './types.ts'

/** A request before it has its number. */
type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, 'ordinal'> : never) : never

/** What an output type makes of a document. */
interface Made extends Pick<DocumentRequests, 'choices' | 'gold' | 'target' | 'warnings'> {
  requests: Unnumbered[]
}

export interface RequestOptions extends PromptOptions {
  /** Ids of the documents that are evaluated, in order; the examples depend on it. Default: all. */
  order?: readonly number[] | undefined
  /** Seed of the few-shot examples. Default: 1234, the harness's. */
  fewshotSeed?: number | bigint | undefined
}

/**
 * Turns documents into requests as the harness does (task-spec.md, 8 to 11), one document at a time and in any order.
 * `ordinal` numbers the requests of all documents in the harness's order; with `repeats` above 1, whose copies all get
 * the same answer, only the first of each is made and the numbers leave room for the others.
 */
export class RequestBuilder {
  readonly #task: Task
  readonly #reader: DocumentReader
  readonly #contexts: ContextBuilder
  readonly #examples: FewshotExamples | undefined
  readonly #order: readonly number[]
  readonly #positions: ReadonlyMap<number, number> | undefined
  /** Decided on the first document: its number of choices where doc_to_text is an index, so that the choices are contexts and the target continues them all; else 0. */
  readonly multipleInput: number
  /** Decided on the first document: number of right answers where the target is a list, else 0. */
  readonly multipleTarget: number
  readonly #mutualInformation: boolean
  /** Number of requests before each document of the order, as far as counted. */
  readonly #before: number[] = [0]

  /**
   * Looks at the first document as the harness does when it loads a task.
   * @throws LmEvalError DOCUMENT or TEMPLATE where the first document cannot be read, TASK_FIELD for too many shots
   */
  constructor(task: Task, documents: Documents, options: RequestOptions = {}) {
    this.#task = task
    this.#reader = new DocumentReader({
      task,
      rows: documents,
      features: documents.features,
      fields: task.prompt,
    })
    this.#contexts = new ContextBuilder(task, this.#reader, options)
    this.#order = options.order ?? documents.docs.map((_, docId) => docId)
    this.#positions =
      options.order === undefined ? undefined : new Map(this.#order.map((docId, index) => [docId, index]))
    this.#mutualInformation = task.metrics.some(({ metric }) => metric === 'acc_mutual_info')
    const text = this.#reader.read(0, 'text')
    const target = this.#reader.read(0, 'target')
    this.multipleInput =
      task.prompt.choices !== undefined && isLabel(text) ? this.#reader.readChoices(0).choices.length : 0
    this.multipleTarget = isList(target) ? target.length : 0
    if (task.prompt.choices !== undefined) this.#probe(target)
    const { pool } = documents
    if (task.numFewshot > 0 && pool !== undefined) {
      this.#examples = new FewshotExamples({
        task,
        documents,
        pool,
        order: this.#order,
        seed: options.fewshotSeed ?? 1234,
        multipleInput: this.multipleInput > 0,
      })
    }
  }

  /** Warnings about the prompts as a whole, so far. */
  get warnings(): TaskWarning[] {
    const leak = this.#examples?.leak
    return [...(leak === undefined ? [] : [leak]), ...this.#contexts.warnings.values()]
  }

  /**
   * One document's requests.
   * @throws LmEvalError DOCUMENT or TEMPLATE that names task, field, document id and data file line
   */
  build(docId: number): DocumentRequests {
    const doc = this.#reader.doc(docId)
    const position = this.#position(docId)
    const cluster = this.#reader.readCluster(docId)
    const text = this.#reader.read(docId, 'text')
    const { requests, ...made } = this.#make(docId, text, position)
    const first = this.#ordinal(position)
    return {
      docId,
      doc,
      requests: requests.map((request, index) => ({
        ...request,
        ordinal: (first + index) * this.#task.repeats,
      })),
      text,
      multipleTarget: this.multipleTarget > 0,
      fewshotIds: this.#examples?.ids(position) ?? [],
      cluster,
      ...made,
    }
  }

  /** What the document is looked for with in training text (task-spec.md, 11.6); undefined unless should_decontaminate. */
  decontaminationQuery(docId: number): unknown {
    if (!this.#reader.has('decontaminationQuery')) return undefined
    return this.#reader.read(docId, 'decontaminationQuery')
  }

  #make(docId: number, text: unknown, position: number): Made {
    switch (this.#task.outputType) {
      case 'multiple_choice':
        return this.#multipleChoice(docId, text, position)
      case 'loglikelihood':
        return this.#loglikelihood(docId, text, position)
      case 'loglikelihood_rolling':
        return this.#rolling(docId, text, position)
      case 'generate_until':
        return this.#generation(docId, text, position)
    }
  }

  #multipleChoice(docId: number, text: unknown, position: number): Made {
    const target = this.#reader.read(docId, 'target')
    const { choices, warning } = this.#reader.readChoices(docId)
    const delimiter = this.#contexts.continuationDelimiter
    const requests =
      this.multipleInput > 0
        ? choices.map((choice): Unnumbered => {
            const context = this.#context(docId, choice, position, '')
            return { type: 'loglikelihood', context, continuation: `${delimiter}${pyStr(target)}` }
          })
        : continuations(this.#context(docId, text, position), delimiter, choices)
    if (this.#mutualInformation) requests.push(...continuations('', delimiter, choices))
    const { gold, problem } = this.#gold(docId, this.multipleInput > 0 ? text : target, choices)
    const name = this.#reader.name(docId)
    const warnings: TaskWarning[] = []
    if (problem !== undefined) {
      const message = `${name}: ${problem}; the document counts as wrong.`
      warnings.push({ code: 'gold_out_of_range', message })
    }
    if (docId === 0 && warning !== undefined) {
      warnings.push({ code: 'choice_not_list', message: `${name}: ${warning}.` })
    }
    return { requests, choices, gold, target, warnings }
  }

  #loglikelihood(docId: number, text: unknown, position: number): Made {
    const target = this.#textTarget(docId)
    const context = this.#context(docId, text, position)
    const requests: Unnumbered[] = [{ type: 'loglikelihood', context, continuation: target }]
    return { requests, choices: this.#choices(docId), gold: target, target, warnings: [] }
  }

  /** The context is built although nothing uses it: what is wrong with it is wrong with the task. */
  #rolling(docId: number, text: unknown, position: number): Made {
    const target = this.#textTarget(docId)
    this.#context(docId, text, position)
    const requests: Unnumbered[] = [{ type: 'loglikelihood_rolling', text: target }]
    return { requests, choices: this.#choices(docId), gold: target, target, warnings: [] }
  }

  #generation(docId: number, text: unknown, position: number): Made {
    const target = this.#reader.read(docId, 'target')
    const choices = this.#choices(docId)
    const context = this.#context(docId, text, position)
    const settings = this.#task.generationKwargs ?? {}
    const requests: Unnumbered[] = [{ type: 'generate_until', context, settings }]
    return {
      requests,
      choices,
      gold: typeof target === 'string' ? target : pyStr(target),
      target,
      warnings: [],
    }
  }

  #textTarget(docId: number): string {
    const target = this.#reader.read(docId, 'target')
    if (typeof target === 'string') return target
    const problem = `the target is ${describeValue(target)}; output_type ${this.#task.outputType} needs text`
    throw this.#reader.error(docId, 'target', problem)
  }

  #choices(docId: number): string[] | undefined {
    return this.#reader.has('choices') ? this.#reader.readChoices(docId).choices : undefined
  }

  #context(docId: number, question: unknown, position: number, delimiter?: string): string {
    const examples = this.#examples?.messages(position) ?? []
    return this.#contexts.context(docId, examples, question, delimiter)
  }

  #gold(docId: number, target: unknown, choices: readonly string[]): Gold {
    const field = this.multipleInput > 0 ? 'text' : 'target'
    if (this.multipleInput === 0 && isList(target) !== this.multipleTarget > 0) {
      const first = this.multipleTarget > 0 ? 'a list' : 'no list'
      const problem = `the target is ${describeValue(target)}, but that of document 0 is ${first}`
      throw this.#reader.error(docId, field, problem)
    }
    return this.#reader.attempt(docId, field, () => resolveGold(target, choices))
  }

  #probe(target: unknown): void {
    const { choices, warning } = this.#reader.readChoices(0)
    const hasChoices = this.#task.outputType === 'multiple_choice'
    const empty = choices.indexOf('')
    if (empty >= 0) throw this.#reader.error(0, 'choices', `choice ${empty} is the empty string`)
    if (this.multipleInput > 0 && warning !== undefined) throw this.#reader.error(0, 'choices', warning)
    if (this.multipleInput > 0 && !hasChoices) {
      throw this.#reader.error(0, 'text', 'an index as doc_to_text needs output_type multiple_choice')
    }
    if (hasChoices && this.multipleInput === 0 && isList(target) && target.length === 0) {
      throw this.#reader.error(0, 'target', 'the list of targets is empty')
    }
    const problem = probeGold(target, choices)
    if (problem !== undefined) throw this.#reader.error(0, 'target', problem)
  }

  #position(docId: number): number {
    if (this.#positions === undefined) return docId
    const position = this.#positions.get(docId)
    if (position === undefined) throw new RangeError(`document ${docId} is not among those to evaluate`)
    return position
  }

  /** Number of requests that come before a document's, counted as far as needed. */
  #ordinal(position: number): number {
    if (this.#task.outputType !== 'multiple_choice') return position
    for (let place = this.#before.length - 1; place < position; place++) {
      this.#before.push((this.#before[place] as number) + this.#count(this.#order[place] as number))
    }
    return this.#before[position] as number
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

function continuations(context: string, delimiter: string, choices: readonly string[]): Unnumbered[] {
  return choices.map(choice => ({ type: 'loglikelihood', context, continuation: `${delimiter}${choice}` }))
}

/** Requests of a task's documents, made one document at a time; see {@link RequestBuilder}. */
export function buildRequests(task: Task, documents: Documents): (docId: number) => DocumentRequests {
  const builder = new RequestBuilder(task, documents)
  return docId => builder.build(docId)
}

function isLabel(value: unknown): boolean {
  return isInt(value) || typeof value === 'boolean'
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && !(value instanceof PyTuple)
}
