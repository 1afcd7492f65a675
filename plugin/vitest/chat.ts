import { LmEvalError } from '../errors.ts'
import { strip } from '../python/index.ts'
import { loadChatTemplate } from '../scorer/tokens/chat-template-file.ts'
import type { ModelSpec } from '../scorer/types.ts'
import { applyChatTemplate } from '../task/chat/index.ts'
import type { ChatOptions } from '../task/context-builder.ts'
import type { ResolvedOptions } from './options.ts'

export interface ModelChat {
  /** Undefined where no template is applied. */
  chat: ChatOptions | undefined
  /** Text of the template that is applied. */
  template?: string
  /** About a model that wants one and gets none. */
  warnings: string[]
}

/** Names that makers give to models which are tuned on conversations. */
const tunedName = /inst|chat/iu

/**
 * The chat template that the options ask for, from the model's folder.
 * @throws LmEvalError OPTION where the model has none of that name
 */
export function chatOf(
  { chatTemplate, fewshotAsMultiturn }: Pick<ResolvedOptions, 'chatTemplate' | 'fewshotAsMultiturn'>,
  model: ModelSpec | undefined,
): ModelChat {
  if (chatTemplate === undefined || chatTemplate === false)
    return { chat: undefined, warnings: unapplied(model) }
  if (model === undefined) {
    throw new LmEvalError('chatTemplate needs a model: the dummy has no chat template.', { code: 'OPTION' })
  }
  const name = typeof chatTemplate === 'string' ? chatTemplate : undefined
  const template = loadChatTemplate(model.path, name)
  if (template === undefined) {
    throw new LmEvalError(
      `chatTemplate is on, but ${model.path} has no chat template (chat_template.jinja, or chat_template in tokenizer_config.json); leave the option out.`,
      { code: 'OPTION' },
    )
  }
  return {
    chat: {
      render: (messages, addGenerationPrompt) => {
        const prompt = applyChatTemplate(template, messages, { addGenerationPrompt })
        if (strip(prompt.text) === '') throw emptyPrompt(model.path)
        return prompt
      },
      multiturn: fewshotAsMultiturn ?? true,
    },
    template: template.source,
    warnings: [],
  }
}

/** The harness would score answers to nothing. */
function emptyPrompt(path: string): LmEvalError {
  return new LmEvalError(
    `The chat template of ${path} makes nothing of the conversation; correct it or leave chatTemplate out.`,
    { code: 'TEMPLATE' },
  )
}

function unapplied(model: ModelSpec | undefined): string[] {
  if (model === undefined || model.demonstration) return []
  const tuned = tunedName.test(model.name)
  if (!tuned && !hasTemplate(model.path)) return []
  const why = tuned ? 'looks tuned on conversations' : 'has a chat template'
  return [
    `The model ${model.name} ${why}, but its chat template is not applied; set chatTemplate: true to apply it.`,
  ]
}

/** What is wrong with a template that nobody asked for is no matter here. */
function hasTemplate(path: string): boolean {
  try {
    return loadChatTemplate(path) !== undefined
  } catch {
    return true
  }
}
