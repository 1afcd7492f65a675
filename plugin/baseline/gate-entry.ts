import { jsonDumps, parseJson } from '../python/index.ts'
import type { Baseline, BaselineProvenance } from './types.ts'

/** One metric's part of a task's baseline: what Vitest keeps as one snapshot. */
export interface GateEntry {
  task: string
  /** `acc,none` and `acc_stderr,none`. */
  figures: Record<string, number | 'N/A'>
  /** Task version as JSON; undefined where the task names none. */
  version: unknown
  provenance?: BaselineProvenance
}

export function formatGateEntry(entry: GateEntry): string {
  const { version, provenance, ...rest } = entry
  return jsonDumps(
    {
      ...rest,
      ...(version === undefined ? {} : { version }),
      ...(provenance === undefined ? {} : { provenance }),
    },
    { sortKeys: true, indent: 2, ensureAscii: false },
  )
}

export function parseGateEntry(text: string): GateEntry {
  return parseJson(text) as GateEntry
}

/** Takes a task's baseline apart: an entry for each metric, by the name of its gate (`acc`, or `acc,FILTER`). */
export function gateEntries(baseline: Baseline, task: string): Map<string, GateEntry> {
  const entries = new Map<string, GateEntry>()
  const figures = baseline.results[task] ?? {}
  for (const [key, value] of Object.entries(figures)) {
    const comma = key.indexOf(',')
    const [metric, filter] = [key.slice(0, comma), key.slice(comma + 1)]
    if (metric.endsWith('_stderr')) continue
    const stderrKey = `${metric}_stderr,${filter}`
    const stderr = figures[stderrKey]
    entries.set(filter === 'none' ? metric : key, {
      task,
      figures: { [key]: value, ...(stderr === undefined ? {} : { [stderrKey]: stderr }) },
      version: baseline.versions[task],
      ...(baseline.provenance === undefined ? {} : { provenance: baseline.provenance }),
    })
  }
  return entries
}

/** Puts the entries of one task together; provenance and version are those of the entry that was measured last. */
export function joinGateEntries(entries: readonly GateEntry[], style: Baseline['style']): Baseline {
  const results: Baseline['results'] = {}
  const versions: Baseline['versions'] = {}
  let provenance: BaselineProvenance | undefined
  for (const entry of entries) {
    results[entry.task] = { ...results[entry.task], ...entry.figures }
    if (entry.version !== undefined) versions[entry.task] = entry.version
    provenance = entry.provenance ?? provenance
  }
  return {
    results,
    versions,
    style,
    ...(style === 'version-0' || provenance === undefined ? {} : { provenance }),
  }
}
