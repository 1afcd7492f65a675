import { absentMetrics } from '../../metric/resolve-metrics.ts'
import type { FieldPath, Task } from '../../task/types.ts'

/** A metric that is held against the baseline in a test case of its own. */
export interface Gate {
  /** Name of the test case: the metric's. */
  name: string
  metric: string
  /** Where the task file asks for the metric. */
  path: FieldPath
}

/** The gates of a task: its metrics, then its cluster metrics. A metric that the output type has no values for has none. */
export function gateNames(task: Task): Gate[] {
  const absent = new Set(absentMetrics(task))
  const gates: Gate[] = task.metrics.map(({ metric }, index) => {
    const name = typeof metric === 'string' ? metric : metric.name
    return { name, metric: name, path: ['metric_list', index] }
  })
  for (const [index, metric] of task.clusterMetrics.entries()) {
    gates.push({ name: metric, metric, path: ['metadata', 'cluster_metrics', index] })
  }
  return gates.filter(
    (gate, index) => !absent.has(gate.name) && gates.findIndex(other => other.name === gate.name) === index,
  )
}
