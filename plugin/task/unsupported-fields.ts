import { dictGet, isDict } from '../python/index.ts'
import { fieldError } from './task-error.ts'
import type { TaskFile } from './types.ts'

/** Fields that the harness knows and this version does not read; null counts as absent. */
const unread: Record<string, string> = {
  group: 'groups are not supported in this version; select the tasks of the group one by one',
  group_alias: 'groups are not supported in this version; select the tasks of the group one by one',
  aggregate_metric_list: 'groups are not supported in this version; select the tasks of the group one by one',
  class: 'tasks written in Python are not supported; write the task as fields and !function in TypeScript',
  custom_dataset: 'custom_dataset is not supported in this version; put the rows into a JSON Lines file',
  use_prompt:
    'use_prompt is not supported in this version; write doc_to_text, doc_to_target and doc_to_choice',
  doc_to_image: 'tasks with images are not supported',
  doc_to_audio: 'tasks with audio are not supported',
}

/** Names of the fields that {@link checkSupported} refuses. */
export const unreadFields = Object.keys(unread)

/**
 * Refuses what this version cannot evaluate as the harness does, rather than ignoring it.
 * @throws LmEvalError TASK_FIELD that says what to do instead
 */
export function checkSupported(taskFile: TaskFile): void {
  const { config } = taskFile
  for (const [field, sentence] of Object.entries(unread)) {
    const value = config[field]
    if (value !== undefined && value !== null) throw fieldError(taskFile, [field], `${sentence}.`)
  }
  const outputType = config.output_type ?? 'generate_until'
  if (outputType === 'generate_until' || outputType === 'loglikelihood_rolling') {
    const reason = config.output_type === undefined ? ' (the default where output_type is not given)' : ''
    throw fieldError(
      taskFile,
      ['output_type'],
      `output_type ${outputType}${reason} is not supported in this version; multiple_choice and loglikelihood are.`,
    )
  }
  if (!isDefaultFilter(config.filter_list)) {
    throw fieldError(
      taskFile,
      ['filter_list'],
      'filter_list is not supported in this version, except for the default (one filter "none" that takes the first answer).',
    )
  }
}

function isDefaultFilter(filters: unknown): boolean {
  if (filters === undefined || filters === null) return true
  if (!Array.isArray(filters) || filters.length !== 1 || !isDict(filters[0])) return false
  const steps = dictGet(filters[0], 'filter')
  return (
    dictGet(filters[0], 'name') === 'none' &&
    Array.isArray(steps) &&
    steps.length === 1 &&
    isDict(steps[0]) &&
    dictGet(steps[0], 'function') === 'take_first'
  )
}
