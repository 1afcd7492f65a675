import type { Doc, TaskFunction } from '../../task/types.ts'

/**
 * One step of a pipeline: gets one entry for each request (at first the list of its answers) and that request's document,
 * and gives one entry for each request again.
 */
export interface Filter {
  (responses: readonly unknown[], docs: readonly Doc[]): unknown[]
  /** What stands for an answer in which it found nothing, for a filter that looks for something. */
  fallback?: unknown
}

/** Options of a step as the task file has them, functions imported. */
export type FilterOptions = Readonly<Record<string, unknown | TaskFunction>>

/**
 * Makes a filter from its options.
 * @throws TypeError for an option that the filter does not know or cannot use
 */
export type FilterMaker = (options: FilterOptions) => Filter
