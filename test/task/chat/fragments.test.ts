import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { applyChatTemplate, type ChatMessage, compileChatTemplate } from '../../../plugin/task/chat/index.ts'
import { TemplateError } from '../../../plugin/task/template/index.ts'

/** A piece of a chat template, and what the harness's Hugging Face backend (0.4.13, transformers 4.57.6) makes of it. */
interface Fragment {
  template: string
  messages: string
  text?: string | undefined
  /** The conversation was tried again without its system message. */
  removed?: boolean
  /** Whether jinja2 reports the error itself, for which the harness tries again, or Python does. */
  error?: 'template' | 'other'
  type?: string
}

const [head = '', ...lines] = readFileSync(new URL('fixtures/fragments.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const conversations = (JSON.parse(head) as { lists: Record<string, ChatMessage[]> }).lists
const all = lines.map(line => JSON.parse(line) as Fragment)
const hidden = /__|messages\._/
const fragments = all.filter(({ template }) => !hidden.test(template))

function outcome({ template, messages }: Fragment): Partial<Fragment> {
  try {
    const compiled = compileChatTemplate(template, {
      tokens: { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' },
    })
    const { text, warnings } = applyChatTemplate(compiled, conversations[messages] ?? [], {
      // the conversations called "go" end in a message that is to be continued
      addGenerationPrompt: !messages.endsWith('go'),
    })
    return { text, removed: warnings.some(({ code }) => code === 'chat_system_removed') }
  } catch (error) {
    if (!(error instanceof LmEvalError)) throw error
    return { error: error instanceof TemplateError && error.ofJinja ? 'template' : 'other' }
  }
}

function expected({ text, removed = false, error, type }: Fragment): Partial<Fragment> {
  // Python finds a `break` outside of a loop when it compiles what jinja2 made of the template
  if (type === 'SyntaxError') return { error: 'template' }
  return error === undefined ? { text, removed } : { error }
}

test('every piece of the language renders, fails and is tried again as in the harness', () => {
  const wrong = fragments
    .map(fragment => ({ ...fragment, got: outcome(fragment), want: expected(fragment) }))
    .filter(({ got, want }) => JSON.stringify(got) !== JSON.stringify(want))
  expect(wrong).toEqual([])
  expect(fragments).toHaveLength(387)
})

test('what the sandbox hides is refused, also where jinja2 prints nothing in its place', () => {
  const shown = all.filter(({ template }) => hidden.test(template)).filter(row => !outcome(row).error)
  expect(shown).toEqual([])
})
