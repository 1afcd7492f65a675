import type { Task } from '../task/types.ts'

/**
 * The task as the harness's `--predict_only` leaves it: its one metric is `bypass`, and its process_results is not called
 * (metrics-spec.md, 6). Documents of generate_until then have a null, others nothing.
 */
export function withoutMetrics(task: Task): Task {
  const metrics = [{ metric: 'bypass', options: {} }]
  return { ...task, predictOnly: true, metrics, clusterMetrics: [], processResults: undefined }
}
