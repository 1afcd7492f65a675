import type { GroupMetric } from './types.ts'

/** What of a task's result its groups need. */
export interface TaskFigures {
  /** Values and standard errors under the harness's keys, `acc,none` and `acc_stderr,none`. */
  figures: Readonly<Record<string, number | 'N/A'>>
  /** The harness's `sample_len`: the largest number of values of its metrics. */
  size: number
}

/** A metric of a group under one filter. */
export interface GroupFigure {
  key: string
  value: number
  stderrKey: string
  stderr: number | 'N/A'
  /** Sizes of the tasks that have the metric, added up. */
  count: number
  /** Tasks of the group without it. */
  missing: string[]
}

/**
 * A metric over the leaf tasks of a group (metrics-spec.md, 5): their mean, weighted by size or plain, and its standard
 * error: pooled over documents, or that of a mean of independent means.
 * @returns undefined where no task has the metric under this filter
 * @throws RangeError where the tasks that have it are of size 0, or have a standard error from a single document
 */
export function aggregateFigure(
  { metric, weightBySize }: GroupMetric,
  filter: string,
  leaves: readonly (readonly [name: string, task: TaskFigures | undefined])[],
): GroupFigure | undefined {
  const key = `${metric},${filter}`
  const stderrKey = `${metric}_stderr,${filter}`
  const values: number[] = []
  const stderrs: number[] = []
  const sizes: number[] = []
  const missing: string[] = []
  for (const [name, task] of leaves) {
    const value = task?.figures[key]
    if (task === undefined || value === undefined) missing.push(name)
    else {
      values.push(Number(value))
      sizes.push(task.size)
      const stderr = task.figures[stderrKey]
      if (stderr !== undefined && stderr !== 'N/A') stderrs.push(stderr)
    }
  }
  if (values.length === 0) return undefined
  const complete = stderrs.length === values.length
  const stderrOf = weightBySize ? pooledStderr : meanOfMeansStderr
  return {
    key,
    value: weightedMean(values, weightBySize ? sizes : sizes.map(() => 1)),
    stderrKey,
    stderr: complete ? stderrOf(stderrs, sizes) : 'N/A',
    count: sum(sizes),
    missing,
  }
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  return divide(sum(values.map((value, index) => value * (weights[index] as number))), sum(weights))
}

function pooledStderr(stderrs: readonly number[], sizes: readonly number[]): number {
  const squares = stderrs.map((stderr, index) => {
    const size = sizes[index] as number
    return (size - 1) * stderr ** 2 * size
  })
  const variance = divide(sum(squares), sum(sizes) - sizes.length)
  return Math.sqrt(variance / sum(sizes))
}

function meanOfMeansStderr(stderrs: readonly number[]): number {
  return Math.sqrt(sum(stderrs.map(stderr => stderr ** 2))) / stderrs.length
}

function divide(top: number, bottom: number): number {
  if (bottom === 0) throw new RangeError('its tasks have too few documents')
  return top / bottom
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
