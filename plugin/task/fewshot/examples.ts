import { isInt, Random } from '../../python/index.ts'
import type { Message } from '../chat/message.ts'
import { describeValue } from '../check-fields.ts'
import { DocumentReader } from '../document-reader.ts'
import { turnMessages } from '../prompt.ts'
import { fieldError, reasonOf } from '../task-error.ts'
import type { Documents, FewshotPool, Task, TaskWarning } from '../types.ts'
import { drawShots } from './draw-shots.ts'

export interface FewshotExamplesOptions {
  task: Task
  documents: Documents
  pool: FewshotPool
  /** Evaluated documents in the order in which they are built: the generator runs through them. */
  order: readonly number[]
  /** Seed of Python's generator. */
  seed: number | bigint
  multipleInput: boolean
}

/**
 * The few-shot part of a task's prompts. One generator serves all documents in their order, as in the harness, so a
 * document's examples depend on how many came before it; whoever asks in another order gets the same ones.
 */
export class FewshotExamples {
  readonly #options: FewshotExamplesOptions
  readonly #reader: DocumentReader
  readonly #random: Random
  readonly #drawn: number[][] = []
  readonly #messages = new Map<number, Message[]>()

  /** @throws LmEvalError TASK_FIELD where the pool holds too few rows for every document */
  constructor(options: FewshotExamplesOptions) {
    const { task, documents, pool, seed } = options
    this.#options = options
    this.#random = new Random(seed)
    const { fields } = task.fewshot
    this.#reader = new DocumentReader({ task, rows: pool, features: documents.features, fields })
    this.#checkSize()
  }

  /** Positions in the pool of the examples of the document at a position of the order. */
  ids(position: number): number[] {
    for (let next = this.#drawn.length; next <= position; next++) this.#drawn.push(this.#draw(next))
    return this.#drawn[position] as number[]
  }

  /** Their messages. */
  messages(position: number): Message[] {
    return this.ids(position).flatMap(id => this.#example(id))
  }

  /** Said where the harness's rule lets a document be its own example. */
  get leak(): TaskWarning | undefined {
    const { documents, pool } = this.#options
    if (this.#excludes || pool.origin !== `split ${documents.dataset.split}`) return undefined
    const message = `Few-shot examples come from the evaluated split ${documents.dataset.split}, and a document is not kept out of its own prompt; name another fewshot_split.`
    return { code: 'fewshot_self_leak', message }
  }

  /** Exclusion is on where the pool's split and the test split have one name, and where both have none. */
  get #excludes(): boolean {
    const { fewshot, splits } = this.#options.task
    return fewshot.split === splits.test
  }

  #draw(position: number): number[] {
    const { task, documents, pool, order } = this.#options
    const docId = order[position] as number
    try {
      return drawShots(task.fewshot.sampler, {
        pool: pool.docs,
        count: task.numFewshot,
        exclude: this.#excludes ? documents.docs[docId] : undefined,
        random: this.#random,
      })
    } catch (error) {
      const problem = `task ${task.name}: no few-shot examples for document ${docId} from ${pool.origin}: ${reasonOf(error)}.`
      throw fieldError(task, ['num_fewshot'], problem)
    }
  }

  #example(id: number): Message[] {
    const known = this.#messages.get(id)
    if (known !== undefined) return known
    const { task, multipleInput } = this.#options
    const reader = this.#reader
    const choices = reader.has('choices') ? reader.readChoices(id).choices : undefined
    let question = reader.read(id, 'text')
    if (multipleInput) question = reader.attempt(id, 'text', () => chosenInput(question, choices))
    const messages = reader.attempt(id, 'target', () =>
      turnMessages({
        question,
        answer: reader.read(id, 'target'),
        choices: multipleInput ? undefined : choices,
        genPrefix: reader.readText(id, 'genPrefix'),
        targetDelimiter: task.fewshot.targetDelimiter,
        fewshotDelimiter: task.fewshot.fewshotDelimiter,
      }),
    )
    this.#messages.set(id, messages)
    return messages
  }

  #checkSize(): void {
    const { task, pool } = this.#options
    const { numFewshot: count, fewshot } = task
    const spare = fewshot.sampler === 'default' && this.#excludes ? 1 : 0
    if (pool.docs.length >= count + spare) return
    const held = pool.docs.length === 1 ? '1 row' : `${pool.docs.length} rows`
    const why = spare === 0 ? '' : ' and one more, since the evaluated document is kept out of its own prompt'
    throw fieldError(
      task,
      ['num_fewshot'],
      `task ${task.name}: num_fewshot ${count} needs ${count} examples${why}, but ${pool.origin} holds ${held}; ask for fewer shots or name another fewshot_split.`,
    )
  }
}

/** With several inputs, doc_to_text says which of the choices is the question. */
function chosenInput(index: unknown, choices: readonly string[] | undefined): string | undefined {
  if (isInt(index) || typeof index === 'boolean') return choices?.at(Number(index))
  throw new TypeError(`must be an index of the choices, as in document 0, not ${describeValue(index)}`)
}
