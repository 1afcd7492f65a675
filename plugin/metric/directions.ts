import type { Task } from '../task/types.ts'
import { resolveMetrics } from './resolve-metrics.ts'
import type { Sample } from './types.ts'

/**
 * Whether higher is better, by metric: the harness's `higher_is_better` (metrics-spec.md, 1.5 and 6). It has every metric of
 * `metric_list`, with or without values, and those that a metric's function named, with its own direction; not those that only
 * process_results knows of. Ours in `metadata.cluster_metrics` are better when higher.
 * @returns null for a metric of which nobody says
 */
export function metricDirections(task: Task, samples: readonly Sample[]): Record<string, boolean | null> {
  const resolved = resolveMetrics(task)
  const directions = new Map<string, boolean | null>()
  const add = (name: string, source: string): void => {
    if (!directions.has(name)) directions.set(name, resolved.get(source)?.higherIsBetter ?? null)
  }
  for (const name of resolved.keys()) add(name, name)
  for (const { sources } of samples) {
    for (const [name, source] of Object.entries(sources ?? {})) add(name, source)
  }
  for (const name of task.clusterMetrics) directions.set(name, true)
  return Object.fromEntries(directions)
}
