import { basename, join } from 'node:path'
import { inject } from 'vitest'
import {
  compareMetric,
  describeComparison,
  incomparable,
  provenanceDifferences,
} from '../../baseline/compare.ts'
import { formatBaseline } from '../../baseline/file.ts'
import { figuresOf, provenanceOf } from '../../baseline/from-result.ts'
import { readBaseline, writeBaseline } from '../../baseline/store.ts'
import type { Baseline } from '../../baseline/types.ts'
import { LmEvalError } from '../../errors.ts'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { MetricResult } from '../../metric/types.ts'
import { versionValue } from '../../report/version.ts'
import { type Provided, providedKey } from '../provided.ts'
import '../suite/task-meta.ts'
import type { MatcherResult, MatcherState } from './matcher-state.ts'
import type { BaselineOptions } from './types.ts'

type Counter = 'added' | 'updated' | 'matched' | 'unmatched'

/**
 * Holds metrics against a baseline file of its own, for tests written by hand: the repository's snapshot environment stays
 * untouched, the counts appear in Vitest's summary.
 */
export function matchNamedBaseline(
  state: MatcherState,
  result: EvaluationResult,
  metrics: readonly MetricResult[],
  options: BaselineOptions,
): MatcherResult {
  const provided = inject(providedKey) as Provided | undefined
  if (provided?.baselines === undefined) {
    throw new LmEvalError('toMatchBaseline needs a baselines folder: set `baselines` of lmEval().', {
      code: 'OPTION',
    })
  }
  const name = options.name ?? defaultName(state)
  const file = join(provided.baselines, `${name}-res.json`)
  recordUse(state, file)
  const tolerance = options.tolerance ?? provided.options.tolerance
  const mode = state.snapshotState.snapshotUpdateState
  const stored = readBaseline(file)
  const failure =
    stored === undefined
      ? `no baseline ${name} is stored. Run \`vitest -u\` where the figures are to be accepted, and commit ${file}.`
      : firstFailure(stored, result, metrics, tolerance)
  const now = baselineOf(result, metrics, stored)
  if (failure === undefined && mode !== 'all') return counted(state, 'matched', true)
  if (mode === 'all' || (mode === 'new' && stored === undefined)) {
    const same =
      failure === undefined && stored !== undefined && formatBaseline(stored) === formatBaseline(now)
    if (!same) writeBaseline(file, now)
    return counted(state, same ? 'matched' : stored === undefined ? 'added' : 'updated', true)
  }
  return counted(state, 'unmatched', false, `${result.task}: ${failure}`)
}

function firstFailure(
  stored: Baseline,
  result: EvaluationResult,
  metrics: readonly MetricResult[],
  tolerance: number,
): string | undefined {
  const figures = stored.results[result.task]
  if (figures === undefined) {
    return `the baseline has figures of ${Object.keys(stored.results).join(', ')}, not of this task.`
  }
  const mismatch = incomparable(stored.provenance, provenanceOf(result))
  if (mismatch !== undefined) return mismatch
  for (const metric of metrics) {
    const value = figures[`${metric.metric},${metric.filter}`]
    if (typeof value !== 'number')
      return `no baseline is stored for ${metric.metric}. Run \`vitest -u\` to add it.`
    const comparison = compareMetric(metric, value, tolerance)
    if (comparison.pass) continue
    const differences = provenanceDifferences(stored.provenance, provenanceOf(result))
    return describeComparison(result.task, comparison, differences).replace(`${result.task}: `, '')
  }
  return undefined
}

function baselineOf(
  result: EvaluationResult,
  metrics: readonly MetricResult[],
  stored: Baseline | undefined,
): Baseline {
  const { task, version } = result
  const style = stored?.style ?? 'harness'
  return {
    results: { [task]: { ...stored?.results[task], ...figuresOf(metrics) } },
    versions: version === undefined ? {} : { [task]: versionValue(version) },
    ...(style === 'version-0' ? {} : { provenance: provenanceOf(result) }),
    style,
  }
}

function defaultName({ testPath, currentTestName }: MatcherState): string {
  const stem = basename(testPath ?? 'test').replace(/\.[cm]?[jt]sx?$/u, '')
  return `${stem}-${currentTestName ?? ''}`.replace(/[^\w.+-]+/gu, '-').replace(/-+$/u, '')
}

/** Tells the reporter that the file is in use. */
function recordUse(state: MatcherState, file: string): void {
  const meta = state.task?.meta
  if (meta !== undefined) meta.lmEvalBaselines = [...(meta.lmEvalBaselines ?? []), file]
}

function counted(state: MatcherState, counter: Counter, pass: boolean, message = ''): MatcherResult {
  state.snapshotState[counter].increment(state.task?.id ?? '')
  return { pass, message: () => message }
}
