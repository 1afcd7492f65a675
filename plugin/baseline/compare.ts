import type { MetricResult } from '../metric/types.ts'
import type { BaselineProvenance } from './types.ts'

export interface Comparison {
  metric: string
  filter: string
  stored: number
  current: number
  difference: number
  /** `changed` where the metric has no direction, or is no number. */
  direction: 'same' | 'better' | 'worse' | 'changed'
  pass: boolean
}

/** Relative difference that is only the text of a number, or another order of adding. */
const textNoise = 1e-12

/**
 * Holds a metric against its stored value: passes within the tolerance, whichever way it moved. NaN passes nothing.
 * @param tolerance largest absolute difference that passes; on top of it comes a relative 1e-12
 */
export function compareMetric(now: MetricResult, stored: number, tolerance: number): Comparison {
  const difference = now.value - stored
  const noise = textNoise * Math.abs(stored)
  const same = Math.abs(difference) <= noise
  return {
    metric: now.metric,
    filter: now.filter,
    stored,
    current: now.value,
    difference,
    direction: same ? 'same' : direction(difference, now.higherIsBetter),
    pass: Number.isFinite(now.value) && Math.abs(difference) <= tolerance + noise,
  }
}

function direction(difference: number, higherIsBetter: boolean | undefined): Comparison['direction'] {
  if (higherIsBetter === undefined || Number.isNaN(difference)) return 'changed'
  return difference > 0 === higherIsBetter ? 'better' : 'worse'
}

/**
 * One sentence for a failed gate, then one for what to do.
 * @param provenance what else differs, from {@link provenanceDifferences}
 */
export function describeComparison(
  task: string,
  comparison: Comparison,
  provenance: readonly string[],
): string {
  const { metric, filter, stored, current, difference, direction } = comparison
  const name = filter === 'none' ? metric : `${metric},${filter}`
  const verdict = direction === 'changed' ? 'different' : direction
  const moved = Number.isFinite(difference) ? `${signed(difference)}, ${verdict}` : verdict
  const compared = `${task}: ${name} is ${current}, the baseline is ${stored} (${moved}).`
  const others =
    provenance.length === 0 ? '' : ` The baseline was made under other conditions: ${provenance.join('; ')}.`
  return `${compared}${others} Run \`vitest -u\` to accept it.`
}

/** Six digits are enough to see how far; more would only show the doubles' noise. */
function signed(difference: number): string {
  const rounded = Number(difference.toPrecision(6))
  return rounded > 0 ? `+${rounded}` : String(rounded)
}

const compared: [keyof BaselineProvenance, string][] = [
  ['model', 'model'],
  ['weightsHash', 'weights'],
  ['tokenizerHash', 'tokenizer'],
  ['precision', 'precision'],
  ['provider', 'provider'],
  ['dataset', 'data set'],
  ['datasetRevision', 'data'],
  ['taskHash', 'task'],
  ['numFewshot', 'shots'],
  ['documents', 'documents'],
  ['encoders', 'encoders'],
]

/** What differs between the run behind a baseline and this one, `weights abc… → def…`; only what both know. */
export function provenanceDifferences(
  stored: BaselineProvenance | undefined,
  now: BaselineProvenance,
): string[] {
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

/**
 * Why two figures must not be held against each other whatever they are: they are over different numbers of documents or
 * shots. Undefined where they may.
 */
export function incomparable(
  stored: BaselineProvenance | undefined,
  now: BaselineProvenance,
): string | undefined {
  for (const [field, name] of [
    ['documents', 'documents'],
    ['numFewshot', 'shots'],
  ] as const) {
    const [before, after] = [stored?.[field], now[field]]
    if (before === undefined || after === undefined || before === after) continue
    return `the baseline is over ${before} ${name}, this run over ${after}: they are not comparable. Run \`vitest -u\` if the new number is meant.`
  }
  return undefined
}
