import type { ChatOptions } from '../../../plugin/task/context-builder.ts'
export function caseChat(_source: string, _multiturn: boolean): ChatOptions {
  throw new Error('no chat templates yet')
}
