import { formatPosition, LmEvalError } from '../../errors.ts'
import type { Doc, FieldPath, FilterConfig, Task } from '../../task/types.ts'
import { thrownText } from '../metric-error.ts'
import { filters } from './index.ts'
import type { Filter } from './types.ts'

/** Filters one after the other, from lists of answers to what is judged. */
export interface Pipeline {
  (responses: readonly unknown[], docs: readonly Doc[]): unknown[]
  /** What its filters put for answers in which they found nothing. */
  fallbacks: readonly unknown[]
}

type Step = FilterConfig['steps'][number]

const known = new WeakMap<Task, ReadonlyMap<string, Pipeline>>()

/**
 * The task's filters by name, in the order of `filter_list`. Of two with one name the last counts, as in the harness.
 * @throws LmEvalError METRIC for a filter that does not exist, or options that it cannot use, with the place in the task file
 */
export function resolveFilters(task: Task): ReadonlyMap<string, Pipeline> {
  const before = known.get(task)
  if (before !== undefined) return before
  const resolved = new Map<string, Pipeline>()
  for (const [index, { name, steps }] of task.filters.entries()) {
    const made = steps.map((step, place) => makeStep(task, step, ['filter_list', index, 'filter', place]))
    const pipeline = (responses: readonly unknown[], docs: readonly Doc[]): unknown[] =>
      applySteps(made, responses, docs)
    const fallbacks = made.filter(step => 'fallback' in step).map(step => step.fallback)
    resolved.set(name, Object.assign(pipeline, { fallbacks }))
  }
  known.set(task, resolved)
  return resolved
}

function applySteps(
  steps: readonly Filter[],
  responses: readonly unknown[],
  docs: readonly Doc[],
): unknown[] {
  return steps.reduce((values: unknown[], step) => step(values, docs), [...responses])
}

function makeStep(task: Task, { function: called, options }: Step, path: FieldPath): Filter {
  const fail = (problem: string, cause?: unknown): LmEvalError => {
    const at = task.locate(path)
    const where = `${formatPosition(at)}: task ${task.name}, filter_list[${path[1]}].filter[${path[3]}]`
    return new LmEvalError(`${where}: ${problem}.`, { code: 'METRIC', at, cause })
  }
  const maker = typeof called === 'string' && Object.hasOwn(filters, called) ? filters[called] : undefined
  if (maker === undefined) {
    const names = Object.keys(filters).join(', ')
    throw fail(
      typeof called === 'string'
        ? `there is no filter ${JSON.stringify(called)}; there are ${names}`
        : 'function must name a filter; a function of your own goes into function: custom as filter_fn',
    )
  }
  try {
    return maker(options)
  } catch (error) {
    throw fail(`filter ${called}: ${thrownText(error)}`, error)
  }
}
