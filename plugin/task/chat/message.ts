/** One message of a prompt. As plain text a prompt is all contents with their trailers, one after the other. */
export interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** The delimiter that follows in plain text, where null fails; a chat with separate turns drops it. */
  trailer: string | null
}
