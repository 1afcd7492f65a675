import { accAllStderr } from '../../../plugin/metric/acc-all.ts'
import { hasStderr } from '../../../plugin/metric/aggregate.ts'
import { aggregations } from '../../../plugin/metric/aggregations.ts'
import { bootstrapStderr } from '../../../plugin/metric/bootstrap.ts'
import { aggregateFigure, type GroupFigure, type TaskFigures } from '../../../plugin/metric/group-figures.ts'
import { meanStderr, sampleStddev } from '../../../plugin/metric/mean.ts'
import { toNumbers } from '../../../plugin/metric/numbers.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { checkValue, compareValue, type Recorded, scoringCase } from './scoring-case.ts'

/** The standard error of a mean. */
export const checkMeanStderr: CheckCase = row => {
  const recorded = scoringCase<{ items: unknown[] }>(row)
  return checkValue(recorded, () => defined(recorded.input.items, meanStderr))
}

/** The standard deviation of a sample. That of a population is in the harness as well, but nothing calls it. */
export const checkStddev: CheckCase = row => {
  const { input, expect, options } = scoringCase<{ items: unknown[] }>(row)
  return checkValue({ expect: expect.sample as Recorded, options }, () => defined(input.items, sampleStddev))
}

/** Where Python divides by zero, ours gives NaN, and nothing asks: a standard error needs two values. */
function defined(items: readonly unknown[], figure: (values: Float64Array) => number): number {
  const found = figure(toNumbers(items))
  if (items.length < 2 && Number.isNaN(found)) throw new RangeError('fewer than two values')
  return found
}

/** A standard error by bootstrap. */
export const checkBootstrapStderr: CheckCase = row => {
  const recorded = scoringCase<{ aggregation: string; items: unknown[]; iters: number }>(row)
  const { aggregation, items, iters } = recorded.input
  const stderr = aggregations[aggregation]?.stderr
  if (typeof stderr !== 'function') {
    return outcomeOf([{ where: 'aggregation', recorded: aggregation, found: 'no bootstrap of this name' }])
  }
  return checkValue(recorded, () => bootstrapStderr(stderr(items), { iterations: Number(iters) }))
}

/** Which kind of standard error an aggregation has, by the number of iterations. */
export const checkStderrForMetric: CheckCase = row => {
  const { input, expect } = scoringCase<{ aggregation: string }>(row)
  const found = Object.keys(expect).map(iterations => [
    iterations,
    hasStderr(Number(iterations), 2) ? stderrKind(input.aggregation) : null,
  ])
  return outcomeOf(compare('kind', expect, Object.fromEntries(found)))
}

function stderrKind(aggregation: string): string | null {
  if (aggregation === 'acc_all') return typeof accAllStderr === 'function' ? 'acc_all_stderr' : null
  // What is not registered is a task's own function, which has none.
  const stderr = aggregations[aggregation]?.stderr
  if (stderr === undefined) return null
  return stderr === 'mean' ? 'mean_stderr' : 'bootstrap'
}

/** What a group makes of its tasks' values and standard errors. The harness's combined_sample_stderr has no caller. */
export const checkPooledStderr: CheckCase = async row => {
  const { input, expect, options } = scoringCase<{ stderrs: number[]; sizes: number[]; means: number[] }>(row)
  const parts: [string, () => unknown][] = [
    ['pooled_sample_stderr', () => stderrOf(groupFigure(input, true))],
    ['unweighted_mean_stderr', () => stderrOf(groupFigure(input, false))],
    ['aggregate_weighted', () => groupFigure({ ...input, stderrs: [] }, true).value],
    ['aggregate_unweighted', () => groupFigure({ ...input, stderrs: [] }, false).value],
  ]
  const compared = parts.map(([name, action]) =>
    compareValue(name, expect[name] as Recorded, action, options),
  )
  return outcomeOf((await Promise.all(compared)).flat())
}

/** Where Python fails for a list that is too short, the group has no standard error. */
function stderrOf({ stderr }: GroupFigure): number {
  if (stderr === 'N/A') throw new RangeError('the group has no standard error')
  return stderr
}

function groupFigure(
  { stderrs, sizes, means }: { stderrs: number[]; sizes: number[]; means: number[] },
  weightBySize: boolean,
): GroupFigure {
  const leaves = sizes.map((size, index): [string, TaskFigures] => [
    `t${index}`,
    {
      size: Number(size),
      figures: {
        'acc,none': Number(means[index] ?? 0),
        'acc_stderr,none': stderrs[index] === undefined ? 'N/A' : Number(stderrs[index]),
      },
    },
  ])
  const figure = aggregateFigure({ metric: 'acc', filters: undefined, weightBySize }, 'none', leaves)
  if (figure === undefined) throw new RangeError('the group has no figure')
  return figure
}
