import type { Task } from '../../task/types.ts'
import { resolveFilters } from './resolve-filters.ts'

/**
 * Whether a filter of the task found no answer in a document: all that came of it is what stands for nothing found.
 * @param answers what the filter made, one entry for each request
 */
export function isUnanswered(task: Task, filter: string, answers: readonly unknown[]): boolean {
  const fallbacks = resolveFilters(task).get(filter)?.fallbacks ?? []
  if (fallbacks.length === 0 || answers.length === 0) return false
  return answers.flat().every(answer => fallbacks.includes(answer))
}
