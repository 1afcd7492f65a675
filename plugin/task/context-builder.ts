import type { Message } from './chat/message.ts'
import { multiturnToSingleturn } from './chat/single-turn.ts'
import type { DocumentReader } from './document-reader.ts'
import { joinText, plainText, turnMessages } from './prompt.ts'
import type { Task, TaskWarning } from './types.ts'

/** How a model's chat template is applied. */
export interface ChatOptions {
  /** Renders messages; with `addGenerationPrompt` false the last message is continued. */
  render: (
    messages: readonly { role: string; content: string }[],
    addGenerationPrompt: boolean,
  ) => { text: string; warnings: TaskWarning[] }
  /** Examples are turns of their own; else everything but the system message is one user message. */
  multiturn: boolean
}

/** What surrounds the prompts of a task from outside of it. */
export interface PromptOptions {
  /** Stands before the description. */
  systemInstruction?: string | undefined
  chat?: ChatOptions | undefined
}

/** Joins system text, examples and question into the context of a request (task-spec.md, 9 and 15). */
export class ContextBuilder {
  readonly #task: Task
  readonly #reader: DocumentReader
  readonly #options: PromptOptions
  /** Warnings of the chat template by code, each once. */
  readonly warnings = new Map<string, TaskWarning>()

  constructor(task: Task, reader: DocumentReader, options: PromptOptions) {
    this.#task = task
    this.#reader = reader
    this.#options = options
  }

  /**
   * Context of a document.
   * @param examples messages of the few-shot examples
   * @param question what is asked; must be text
   * @param targetDelimiter put between question and gen_prefix
   */
  context(
    docId: number,
    examples: readonly Message[],
    question: unknown,
    targetDelimiter = this.#task.targetDelimiter,
  ): string {
    const genPrefix = this.#reader.readText(docId, 'genPrefix')
    const turn = this.#reader.attempt(docId, 'text', () =>
      turnMessages({
        question,
        answer: undefined,
        choices: undefined,
        genPrefix,
        targetDelimiter,
        fewshotDelimiter: '',
      }),
    )
    const system = this.#reader.attempt(docId, 'description', () => this.#system(docId))
    return this.#render(docId, [...system, ...examples, ...turn], genPrefix)
  }

  /** What stands before a choice or target (which a task with choices has as text): nothing under a chat template, unless an unfinished prefix comes before. */
  get continuationDelimiter(): string {
    const { config } = this.#task
    const targetDelimiter = this.#task.targetDelimiter as string
    if (this.#options.chat === undefined) return targetDelimiter
    const prefix = config.gen_prefix
    const unfinished =
      typeof prefix === 'string' && prefix !== '' && joinText(prefix, 'x', ' ') !== `${prefix}x`
    return unfinished ? targetDelimiter : ''
  }

  #system(docId: number): Message[] {
    const description = this.#reader.readText(docId, 'description')
    const content = joinText(this.#options.systemInstruction ?? '', description, this.#task.fewshotDelimiter)
    return content === '' ? [] : [{ role: 'system', content, trailer: '' }]
  }

  #render(docId: number, messages: readonly Message[], genPrefix: string): string {
    const { chat } = this.#options
    if (chat === undefined) return this.#reader.attempt(docId, 'text', () => plainText(messages))
    const turns = chat.multiturn
      ? messages.map(({ role, content }) => ({ role, content }))
      : this.#reader.attempt(docId, 'text', () => multiturnToSingleturn(messages))
    const { text, warnings } = chat.render(turns, genPrefix === '')
    for (const warning of warnings) this.warnings.set(warning.code, warning)
    return text
  }
}
