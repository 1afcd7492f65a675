import { plainText } from '../prompt.ts'
import type { Message } from './message.ts'

/**
 * A conversation as one user message (task-spec.md, 15): system message and a final assistant message stay separate, all
 * others are joined as plain text, without the last one's trailer.
 */
export function multiturnToSingleturn(
  messages: readonly Message[],
): { role: Message['role']; content: string }[] {
  const [first] = messages
  const system = first?.role === 'system' ? [first] : []
  const last = messages.at(-1)
  const ends = last?.role === 'assistant' ? [last] : []
  const joined = messages.slice(system.length, messages.length - ends.length)
  const content = plainText(
    joined.map((message, index) => (index === joined.length - 1 ? { ...message, trailer: '' } : message)),
  )
  const user: Message = { role: 'user', content, trailer: '' }
  return [...system, user, ...ends].map(({ role, content }) => ({ role, content }))
}
