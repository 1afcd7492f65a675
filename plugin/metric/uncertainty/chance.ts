import type { DocumentRequests, Task } from '../../task/types.ts'

/** Metrics that compare one chosen answer with the right one. */
export const choiceMetrics: readonly string[] = ['acc', 'acc_norm', 'acc_bytes', 'acc_mutual_info']

/**
 * Probability that an answer drawn by lot counts as right: the share of a document's choices that are right. Undefined where
 * nothing is chosen, or the task's own function judges.
 */
export function chanceOf(task: Task, { choices, gold }: DocumentRequests): number | undefined {
  if (task.outputType !== 'multiple_choice' || task.processResults !== undefined) return undefined
  if (choices === undefined || choices.length === 0) return undefined
  const golds = typeof gold === 'string' ? [choices.indexOf(gold)] : typeof gold === 'number' ? [gold] : gold
  const right = new Set(golds.filter(index => index >= 0 && index < choices.length))
  return right.size / choices.length
}
