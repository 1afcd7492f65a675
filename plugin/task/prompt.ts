import { characterAt, isInt, isSpace, PyTuple } from '../python/index.ts'
import type { Message } from './chat/message.ts'
import { describeValue } from './check-fields.ts'

/** A question with its answer (a few-shot example) or without (the evaluated document). */
export interface Turn {
  question: unknown
  /** null, undefined and '' are no answer; an index needs choices; of a list the first entry counts. */
  answer: unknown
  choices: readonly string[] | undefined
  /** Text that the answer begins with; empty: none. */
  genPrefix: string
  /** null fails where it is to be written. */
  targetDelimiter: string | null
  fewshotDelimiter: string | null
}

/**
 * Messages of one turn (task-spec.md, 9): the question and, where there is an answer or a prefix, the assistant's part.
 * Between prefix and answer stands one space, whatever the delimiters are.
 * @throws TypeError for a question or answer that is no text
 */
export function turnMessages({
  question,
  answer,
  choices,
  genPrefix,
  targetDelimiter,
  fewshotDelimiter,
}: Turn): Message[] {
  if (typeof question !== 'string')
    throw new TypeError(`a context must be text, not ${describeValue(question)}`)
  const hasAnswer = answer !== null && answer !== undefined && answer !== ''
  const delimited = genPrefix === '' ? hasAnswer : question !== '' && !spaceBetween(question, genPrefix)
  const user: Message = { role: 'user', content: question, trailer: delimited ? targetDelimiter : '' }
  if (hasAnswer) {
    const content = joinText(genPrefix, answerText(answer, choices), ' ')
    return [user, { role: 'assistant', content, trailer: fewshotDelimiter }]
  }
  return genPrefix === '' ? [user] : [user, { role: 'assistant', content: genPrefix, trailer: '' }]
}

function answerText(answer: unknown, choices: readonly string[] | undefined): string {
  const index = typeof answer === 'boolean' || isInt(answer) ? Number(answer) : undefined
  let text = Array.isArray(answer) && !(answer instanceof PyTuple) ? answer[0] : answer
  if (index !== undefined && choices !== undefined && choices.length > 0) {
    text = choices.at(index)
    if (text === undefined) {
      throw new TypeError(`the answer ${index} is out of range: there are ${choices.length} choices`)
    }
  }
  if (typeof text === 'string') return text
  throw new TypeError(`an answer in a prompt must be text, not ${describeValue(text)}`)
}

/**
 * Both texts with the delimiter between them, unless one is empty or has white space there.
 * @throws TypeError for the delimiter null where it is needed
 */
export function joinText(before: string, after: string, delimiter: string | null): string {
  if (before === '' || after === '') return before + after
  return spaceBetween(before, after) ? before + after : before + written(delimiter) + after
}

function written(delimiter: string | null): string {
  if (delimiter !== null) return delimiter
  throw new TypeError(
    'a delimiter that is null would have to be written; give target_delimiter and fewshot_delimiter as text',
  )
}

/** Whether the last character of one text or the first of the other is white space to Python. */
export function spaceBetween(before: string, after: string): boolean {
  return isSpace(characterAt(before, -1) ?? '') || isSpace(characterAt(after, 0) ?? '')
}

/**
 * A prompt without a chat template: all contents with their trailers, nothing stripped.
 * @throws TypeError for the trailer null
 */
export function plainText(messages: readonly Message[]): string {
  return messages.map(({ content, trailer }) => content + written(trailer)).join('')
}
