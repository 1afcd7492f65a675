import { absentMetrics } from '../../metric/resolve-metrics.ts'
import type { FieldPath, Task } from '../../task/types.ts'

/** A metric that is held against the baseline in a test case of its own. */
export interface Gate {
  /** Name of the test case: the metric's, with the filter's behind a comma unless that is `none`. */
  name: string
  metric: string
  filter: string
  /** Where the task file asks for the metric. */
  path: FieldPath
}

/** The gates of a task: its metrics, then its cluster metrics. A metric that the output type has no values for has none. */
export function gateNames(task: Task): Gate[] {
  const absent = new Set(absentMetrics(task))
  const gates: Gate[] = task.filters.flatMap(({ name: filter }) =>
    task.metrics.map(({ metric: entry }, index): Gate => {
      const metric = typeof entry === 'string' ? entry : entry.name
      const name = filter === 'none' ? metric : `${metric},${filter}`
      return { name, metric, filter, path: ['metric_list', index] }
    }),
  )
  for (const [index, metric] of task.clusterMetrics.entries()) {
    gates.push({ name: metric, metric, filter: 'none', path: ['metadata', 'cluster_metrics', index] })
  }
  return gates.filter(
    (gate, index) => !absent.has(gate.metric) && gates.findIndex(other => other.name === gate.name) === index,
  )
}
