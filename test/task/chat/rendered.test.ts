import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyChatTemplate, type ChatMessage, compileChatTemplate } from '../../../plugin/task/chat/index.ts'

/** What transformers 4.57.6 makes of conversations with templates in the styles of well-known models. */
interface Rendered {
  id: string
  template: string
  messages: ChatMessage[]
  add_generation_prompt: boolean
  expected?: string
  error?: string
}

const rows = readFileSync(new URL('fixtures/rendered.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Rendered)
  // A refused conversation with a system message is tried again without it, which transformers itself does not do.
  .filter(({ error, messages }) => error === undefined || messages.every(({ role }) => role !== 'system'))

const tokens = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' }

test.each(rows)('$id', ({ template, messages, add_generation_prompt, expected, error }) => {
  const render = () =>
    applyChatTemplate(compileChatTemplate(template, { tokens }), messages, {
      addGenerationPrompt: add_generation_prompt,
    })
  if (error === undefined) expect(render()).toEqual({ text: expected, warnings: [] })
  else expect(render).toThrow()
})
