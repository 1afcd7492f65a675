import { LmEvalError, type SourcePosition } from '../../errors.ts'
import { rstrip, strip } from '../../python/index.ts'
import { compileTemplate, type Template, TemplateError } from '../template/index.ts'
import type { TaskWarning } from '../types.ts'
import { chatEnvironment } from './environment.ts'

export type { Message } from './message.ts'
export { multiturnToSingleturn } from './single-turn.ts'

/** A message as a chat template sees it. */
export interface ChatMessage {
  role: string
  content: string
}

export interface ChatTemplateOptions {
  /** File that the template stands in, for messages. */
  file?: string | undefined
  /** `bos_token`, `eos_token` and so on: variables of the template. */
  tokens: Readonly<Record<string, string | readonly string[]>>
}

/** A chat template, ready to be applied. */
export interface ChatTemplate {
  render(messages: readonly ChatMessage[], addGenerationPrompt: boolean): string
  /** Its text. */
  readonly source: string
  /** Whether a rendering asked for the date, so that prompts differ from day to day. */
  readonly usesClock: boolean
}

/**
 * Makes a model's chat template ready, with transformers' settings. It is rendered by the same evaluator as a task's
 * templates: it can reach the messages and Jinja's own functions, nothing else, and it stops after a fixed number of steps.
 * @throws TemplateError where the template is malformed
 */
export function compileChatTemplate(source: string, { file, tokens }: ChatTemplateOptions): ChatTemplate {
  const at: SourcePosition | undefined = file === undefined ? undefined : { file, line: 1, column: 1 }
  let usesClock = false
  const environment = chatEnvironment(() => {
    usesClock = true
  })
  const template: Template = compileTemplate(source, at, environment)
  return {
    source,
    get usesClock() {
      return usesClock
    },
    render: (messages, addGenerationPrompt) =>
      template.render({
        ...tokens,
        messages: messages.map(message => ({ ...message })),
        tools: null,
        documents: null,
        add_generation_prompt: addGenerationPrompt,
      }),
  }
}

/** Appended to the last message to find where it ends in the rendered text; templates may trim the blank. */
const marker = 'CONTINUE_FINAL_MESSAGE_TAG '

/**
 * Text of a conversation as the harness's Hugging Face backend makes it (task-spec.md, 15). A template that refuses the
 * conversation gets it once more without its system messages, with the warning `chat_system_removed`. Where jinja2 ends in
 * an exception of Python's (a text and a number added, a division by zero), nothing is tried again, as in the harness.
 * @param addGenerationPrompt false: the last message is to be continued, so what the template puts behind it is cut off
 * @throws TemplateError where the template fails both times; LmEvalError TEMPLATE where the last message does not appear
 */
export function applyChatTemplate(
  template: ChatTemplate,
  messages: readonly ChatMessage[],
  { addGenerationPrompt }: { addGenerationPrompt: boolean },
): { text: string; warnings: TaskWarning[] } {
  const warnings: TaskWarning[] = []
  const render = (list: readonly ChatMessage[]): string =>
    addGenerationPrompt ? template.render(list, true) : continued(template, list)
  let text: string
  try {
    text = render(messages)
  } catch (error) {
    const others = messages.filter(({ role }) => role !== 'system')
    if (!(error instanceof TemplateError && error.ofJinja) || others.length === messages.length) throw error
    text = render(others)
    const message =
      'The chat template refuses a system message: system instruction and description are left out of the prompts.'
    warnings.push({ code: 'chat_system_removed', message })
  }
  if (template.usesClock) {
    const message = 'The chat template writes the date into the prompts: figures of another day may differ.'
    warnings.push({ code: 'chat_date', message })
  }
  return { text, warnings }
}

function continued(template: ChatTemplate, messages: readonly ChatMessage[]): string {
  const last = messages.at(-1)
  if (last === undefined) return template.render(messages, false)
  const marked = [...messages.slice(0, -1), { ...last, content: last.content + marker }]
  const text = template.render(marked, false)
  const at = text.lastIndexOf(strip(marker))
  if (at < 0 || !text.includes(strip(last.content))) {
    throw new LmEvalError(
      `The chat template does not show the message that is to be continued (gen_prefix ${JSON.stringify(last.content)}); leave gen_prefix out or the chat template off.`,
      { code: 'TEMPLATE' },
    )
  }
  // text-ok: cut where it was found
  return text.startsWith(marker, at) ? text.slice(0, at) : rstrip(text.slice(0, at))
}
