import { createHash } from 'node:crypto'
import type { ChatOptions } from '../task/context-builder.ts'
import type { Task } from '../task/types.ts'
import { defaultSamplingSeed, isSampledTask } from './sampling.ts'

export interface PromptSettings {
  fewshotSeed?: number | bigint | undefined
  samplingSeed?: number | undefined
  systemInstruction?: string | undefined
  chat?: ChatOptions | undefined
}

/** A conversation that shows how a chat template writes every role. */
const probe = [
  { role: 'system', content: 'S' },
  { role: 'user', content: 'U' },
  { role: 'assistant', content: 'A' },
  { role: 'user', content: 'U' },
]

/**
 * The task's hash together with what a run puts around its prompts and draws its texts with, so that figures of other prompts
 * or draws are never taken for comparable; the task's own hash where a run adds nothing.
 */
export function promptHash(
  task: Task,
  { fewshotSeed = 1234, samplingSeed = defaultSamplingSeed, systemInstruction = '', chat }: PromptSettings,
): string {
  const seed = task.numFewshot > 0 ? Number(fewshotSeed) : 1234
  const draws = isSampledTask(task) && samplingSeed !== defaultSamplingSeed ? [samplingSeed] : []
  if (seed === 1234 && draws.length === 0 && systemInstruction === '' && chat === undefined) return task.hash
  const settings = [
    seed,
    systemInstruction,
    chat === undefined ? null : [chat.multiturn, rendered(chat)],
    ...draws,
  ]
  return createHash('sha256').update(task.hash).update(JSON.stringify(settings)).digest('hex')
}

function rendered(chat: ChatOptions): string {
  try {
    return chat.render(probe, true).text
  } catch (error) {
    return (error as Error).message
  }
}
