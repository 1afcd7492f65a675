import type { MetricResult } from '../metric/types.ts'
import type { BaselineProvenance } from './types.ts'

export interface Comparison {
  metric: string
  filter: string
  stored: number
  current: number
  difference: number
  /** `changed` where the metric has no direction. */
  direction: 'same' | 'better' | 'worse' | 'changed'
  pass: boolean
}

/** Relative difference that is only the text of a number: another order of summing. */
const textNoise = 1e-12

/** Holds a metric against its stored value: passes within the absolute tolerance, whichever way it moved. */
export function compareMetric(now: MetricResult, stored: number, tolerance: number): Comparison {
  const difference = now.value - stored
  const noise = textNoise * Math.max(1, Math.abs(stored))
  const same = Math.abs(difference) <= noise
  return {
    metric: now.metric,
    filter: now.filter,
    stored,
    current: now.value,
    difference,
    direction: same ? 'same' : direction(difference, now.higherIsBetter),
    pass: Math.abs(difference) <= tolerance + noise,
  }
}

function direction(difference: number, higherIsBetter: boolean | undefined): Comparison['direction'] {
  if (higherIsBetter === undefined || Number.isNaN(difference)) return 'changed'
  return difference > 0 === higherIsBetter ? 'better' : 'worse'
}

/** One sentence for a failed gate. */
export function describeComparison(task: string, comparison: Comparison, provenance: readonly string[]): string {
  const { metric, filter, stored, current, difference, direction } = comparison
  const name = filter === 'none' ? metric : `${metric},${filter}`
  const sign = difference > 0 ? '+' : ''
  const verdict = direction === 'changed' ? 'different' : direction
  const moved = provenance.length === 0 ? '' : ` Not the same: ${provenance.join('; ')}.`
  return `${task}: ${name} is ${current}, the baseline is ${stored} (${sign}${difference}, ${verdict}).${moved} Run \`vitest -u\` to accept it.`
}

const compared: [keyof BaselineProvenance, string][] = [
  ['model', 'model'],
  ['weightsHash', 'weights'],
  ['tokenizerHash', 'tokenizer'],
  ['precision', 'precision'],
  ['provider', 'provider'],
  ['datasetRevision', 'data'],
  ['taskHash', 'task'],
  ['numFewshot', 'shots'],
  ['documents', 'documents'],
]

/** What differs between the run behind a baseline and this one, `weights abc… → def…`; only what both know. */
export function provenanceDifferences(stored: BaselineProvenance | undefined, now: BaselineProvenance): string[] {
  if (stored === undefined) return []
  return compared.flatMap(([field, name]) => {
    const [before, after] = [stored[field], now[field]]
    return before === undefined || after === undefined || before === after
      ? []
      : [`${name} ${shorten(before)} → ${shorten(after)}`]
  })
}

function shorten(value: string | number): string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value) ? `${value.slice(0, 8)}…` : String(value)
}
