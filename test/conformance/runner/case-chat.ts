import { applyChatTemplate, compileChatTemplate } from '../../../plugin/task/chat/index.ts'
import type { ChatOptions } from '../../../plugin/task/context-builder.ts'

/** A case's chat template with the special tokens that all cases have. */
export function caseChat(source: string, multiturn: boolean): ChatOptions {
  const template = compileChatTemplate(source, {
    tokens: { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' },
  })
  return {
    render: (messages, addGenerationPrompt) => applyChatTemplate(template, messages, { addGenerationPrompt }),
    multiturn,
  }
}
