import type { MetricResult, Sample } from '../metric/types.ts'
import { fixedText } from '../python/index.ts'
import type { DocumentCounts } from './types.ts'

/** Sentences about figures that say less than they seem to. */
export function figureWarnings(metrics: readonly MetricResult[]): string[] {
  return metrics.flatMap(({ metric, filter, value, interval, chance, nan, count }) => {
    const name = filter === 'none' ? metric : `${metric},${filter}`
    const warnings: string[] = []
    if (nan !== undefined) {
      warnings.push(
        `${nan} of ${count} values of ${name} are NaN (${percent(nan, count)})${Number.isNaN(value) ? '' : ' and not in its figure'}.`,
      )
    }
    if (interval !== undefined && chance !== undefined && interval.low <= chance && chance <= interval.high) {
      warnings.push(
        `${name} is not distinguishable from answers drawn by lot (${shown(chance)}): its 95 % interval is ${shown(interval.low)} to ${shown(interval.high)}.`,
      )
    }
    return warnings
  })
}

/** Share of documents without an answer above which a figure says more about the filter than about the model. */
const bearable = 0.2

/** Sentences about filters that found no answer in many documents. */
export function unansweredWarnings({ unanswered = {} }: DocumentCounts, scored: number): string[] {
  return Object.entries(unanswered)
    .filter(([, count]) => count > bearable * scored)
    .map(
      ([filter, count]) =>
        `The filter ${filter} found no answer in ${count} of ${scored} documents (${percent(count, scored)}): look at the generated texts before trusting its metrics.`,
    )
}

/** Number of documents in which each filter found no answer; undefined where all did. */
export function countUnanswered(samples: Iterable<Sample>): Record<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const { unanswered = [] } of samples)
    for (const filter of unanswered) counts.set(filter, (counts.get(filter) ?? 0) + 1)
  return counts.size === 0 ? undefined : Object.fromEntries(counts)
}

function percent(part: number, whole: number): string {
  return `${fixedText((100 * part) / whole, 1)} %`
}

function shown(value: number): string {
  return fixedText(value, 4)
}
