import { pyFloat } from '../python/index.ts'
import type { Task } from '../task/types.ts'

/** Where a metric's values hold floats: they are one, their first member is one, or their second is a list or numpy array of them. */
type Floats = 'all' | 'first' | 'list' | 'array'

const scored: Readonly<Record<string, Readonly<Record<string, Floats>>>> = {
  multiple_choice: {
    acc: 'all',
    acc_norm: 'all',
    acc_bytes: 'all',
    acc_mutual_info: 'all',
    brier_score: 'array',
    likelihood: 'list',
  },
  loglikelihood: { perplexity: 'all' },
  loglikelihood_rolling: { word_perplexity: 'first', byte_perplexity: 'first', bits_per_byte: 'first' },
  generate_until: { exact_match: 'all' },
}

/**
 * A metric's value with its floats as Python has them, so that 1 is written `1.0` where the harness writes that: which values are
 * ints there follows from output type and metric (metrics-spec.md, 1). A numpy array is a Float64Array. Values of a task's own functions are taken as they are.
 */
export function typedValue(
  { outputType, processResults, multiple }: ValueSource,
  metric: string,
  value: unknown,
): unknown {
  if (processResults !== undefined) return value
  // Of several targets every metric of generated text is 1.0 or 0.0.
  if (outputType === 'generate_until' && multiple) return floats(value)
  switch (scored[outputType]?.[metric]) {
    case 'all':
      return floats(value)
    case 'first':
      return withMember(value, 0, floats)
    case 'list':
      return withMember(value, 1, floats)
    case 'array':
      return withMember(value, 1, member => Float64Array.from(member as ArrayLike<number>))
    case undefined:
      return value
  }
}

export interface ValueSource extends Pick<Task, 'outputType' | 'processResults'> {
  /** The document is judged against several targets. */
  multiple: boolean
}

/** Every number within as a float. */
export function floats(value: unknown): unknown {
  if (typeof value === 'number') return pyFloat(value)
  return Array.isArray(value) ? value.map(floats) : value
}

function withMember(value: unknown, place: number, change: (member: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((member, index) => (index === place ? change(member) : member))
}
