import { pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import type { ContextBuilder } from './context-builder.ts'
import type { DocumentReader } from './document-reader.ts'
import type { FewshotExamples } from './fewshot/examples.ts'
import { checkTargetKind, type FirstDocument } from './first-document.ts'
import { resolveGold } from './gold.ts'
import type { DocumentRequests, OutputType, Request, Task, TaskWarning } from './types.ts'

/** A request before it has its number. */
export type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, 'ordinal'> : never) : never

/** What an output type makes of a document. */
export interface MadeRequests extends Pick<DocumentRequests, 'choices' | 'gold' | 'target' | 'warnings'> {
  requests: Unnumbered[]
}

export interface RequestParts {
  task: Task
  reader: DocumentReader
  contexts: ContextBuilder
  examples: FewshotExamples | undefined
  first: FirstDocument
  /** acc_mutual_info asks each choice without context as well. */
  mutualInformation: boolean
}

/** A document that is asked: its id, its place among those evaluated, and what doc_to_text gave. */
export interface Asked {
  docId: number
  position: number
  text: unknown
}

/** How each output type asks about a document (task-spec.md, 11). */
export const outputRequests: Readonly<
  Record<OutputType, (parts: RequestParts, asked: Asked) => MadeRequests>
> = {
  multiple_choice(parts, asked) {
    const { reader, contexts, first, mutualInformation } = parts
    const { docId, text } = asked
    const target = reader.read(docId, 'target')
    const { choices } = reader.readChoices(docId)
    const delimiter = contexts.continuationDelimiter
    const severalInputs = first.multipleInput > 0
    const requests = severalInputs
      ? choices.map((choice): Unnumbered => {
          const context = contextOf(parts, { ...asked, text: choice }, '')
          return { type: 'loglikelihood', context, continuation: `${delimiter}${pyStr(target)}` }
        })
      : continuations(contextOf(parts, asked), delimiter, choices)
    if (mutualInformation) requests.push(...continuations('', delimiter, choices))
    const field = severalInputs ? 'text' : 'target'
    checkTargetKind(reader, docId, target, first)
    const { gold, problem } = reader.attempt(docId, field, () =>
      resolveGold(severalInputs ? text : target, choices),
    )
    const warnings: TaskWarning[] = []
    if (problem !== undefined) {
      const message = `${reader.name(docId)}: ${problem}; the document counts as wrong.`
      warnings.push({ code: 'gold_out_of_range', message })
    }
    return { requests, choices, gold, target, warnings }
  },

  loglikelihood(parts, asked) {
    const target = textTarget(parts, asked.docId)
    const context = contextOf(parts, asked)
    const requests: Unnumbered[] = [{ type: 'loglikelihood', context, continuation: target }]
    return { requests, choices: choicesOf(parts, asked.docId), gold: target, target, warnings: [] }
  },

  /** The context is built although nothing uses it: what is wrong with it is wrong with the task. */
  loglikelihood_rolling(parts, asked) {
    const target = textTarget(parts, asked.docId)
    contextOf(parts, asked)
    const requests: Unnumbered[] = [{ type: 'loglikelihood_rolling', text: target }]
    return { requests, choices: choicesOf(parts, asked.docId), gold: target, target, warnings: [] }
  },

  generate_until(parts, asked) {
    const { task, reader } = parts
    const target = reader.read(asked.docId, 'target')
    const choices = choicesOf(parts, asked.docId)
    const context = contextOf(parts, asked)
    const settings = task.generationKwargs ?? {}
    const requests: Unnumbered[] = [{ type: 'generate_until', context, settings }]
    const gold = typeof target === 'string' ? target : pyStr(target)
    return { requests, choices, gold, target, warnings: [] }
  },
}

function contextOf(
  { contexts, examples }: RequestParts,
  { docId, position, text }: Asked,
  delimiter?: string,
): string {
  return contexts.context(docId, examples?.messages(position) ?? [], text, delimiter)
}

function textTarget({ task, reader }: RequestParts, docId: number): string {
  const target = reader.read(docId, 'target')
  if (typeof target === 'string') return target
  const problem = `the target is ${describeValue(target)}; output_type ${task.outputType} needs text`
  throw reader.error(docId, 'target', problem)
}

function choicesOf({ reader }: RequestParts, docId: number): string[] | undefined {
  return reader.has('choices') ? reader.readChoices(docId).choices : undefined
}

function continuations(context: string, delimiter: string, choices: readonly string[]): Unnumbered[] {
  return choices.map(choice => ({ type: 'loglikelihood', context, continuation: `${delimiter}${choice}` }))
}
