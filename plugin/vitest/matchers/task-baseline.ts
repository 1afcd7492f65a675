import { Snapshots } from 'vitest'
import {
  compareMetric,
  describeComparison,
  incomparable,
  provenanceDifferences,
} from '../../baseline/compare.ts'
import { figuresOf, provenanceOf } from '../../baseline/from-result.ts'
import { formatGateEntry, type GateEntry, parseGateEntry } from '../../baseline/gate-entry.ts'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { MetricResult } from '../../metric/types.ts'
import { versionValue } from '../../report/version.ts'
import type { DomainAdapter, MatcherResult, MatcherState } from './matcher-state.ts'

/**
 * Holds metrics against the baseline of the task's own suite, through Vitest's snapshot machinery: `-u`, CI, obsolete
 * entries and the summary line are Vitest's.
 */
export function matchTaskBaseline(
  state: MatcherState,
  result: EvaluationResult,
  metrics: readonly MetricResult[],
  tolerance: number,
): MatcherResult {
  const refresh = state.snapshotState.snapshotUpdateState === 'all'
  let failure = missingMessage(result, metrics)
  const adapter: DomainAdapter = {
    name: 'vitest-lm-eval-baseline',
    capture: (received: unknown) => received as GateEntry,
    render: formatGateEntry,
    parseExpected: parseGateEntry,
    match(now: GateEntry, stored: GateEntry) {
      const differences = provenanceDifferences(stored.provenance, now.provenance ?? {})
      const comparisons = metrics.map(metric => compare(metric, stored, tolerance))
      const failed = comparisons.filter(comparison => comparison?.pass !== true)
      const [first] = failed
      if (first !== undefined) failure = describeComparison(result.task, first, differences)
      const mismatch = incomparable(stored.provenance, now.provenance ?? {})
      if (mismatch !== undefined) failure = `${result.task}: ${mismatch}`
      const stale =
        refresh && stored.provenance !== undefined && formatGateEntry(stored) !== formatGateEntry(now)
      return {
        pass: failed.length === 0 && mismatch === undefined && !stale,
        expected: formatGateEntry(stored),
      }
    },
  }
  const entry: GateEntry = {
    task: result.task,
    figures: figuresOf(metrics),
    version: versionValue(result.version),
    provenance: provenanceOf(result),
  }
  const outcome = Snapshots.toMatchDomainSnapshot.call(state, adapter, entry) as MatcherResult
  return outcome.pass ? outcome : { ...outcome, message: () => failure }
}

function compare(
  metric: MetricResult,
  stored: GateEntry,
  tolerance: number,
): ReturnType<typeof compareMetric> | undefined {
  const value = stored.figures[`${metric.metric},${metric.filter}`]
  return typeof value === 'number' ? compareMetric(metric, value, tolerance) : undefined
}

function missingMessage(result: EvaluationResult, metrics: readonly MetricResult[]): string {
  const names = metrics.map(({ metric }) => metric).join(', ')
  return `${result.task}: no baseline is stored for ${names}. Run \`vitest -u\` where the figures are to be accepted, and commit the file it writes.`
}
