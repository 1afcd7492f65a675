import { dictGet, isDict, pyStr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { columnReader, ownColumnReader } from './doc-field.ts'
import { fieldError } from './task-error.ts'
import type { Task, TaskFile } from './types.ts'

/** Metrics over whole clusters: strict accuracy, and the mean of each cluster's F1. */
export const clusterMetricNames = ['em', 'f1_question']

/**
 * This package's own metadata: `metadata.cluster` (a column or template; documents of equal text belong together) and
 * `metadata.cluster_metrics`.
 */
export function readClusterFields(taskFile: TaskFile): Pick<Task, 'cluster' | 'clusterMetrics'> {
  const { metadata } = taskFile.config
  if (!isDict(metadata)) return { cluster: undefined, clusterMetrics: [] }
  const cluster = dictGet(metadata, 'cluster') ?? undefined
  const place = ['metadata', 'cluster']
  if (cluster !== undefined && typeof cluster !== 'string') {
    const given = describeValue(cluster)
    throw fieldError(taskFile, place, `metadata.cluster must be a column name or a template, not ${given}.`)
  }
  const clusterMetrics = readClusterMetrics(taskFile, dictGet(metadata, 'cluster_metrics') ?? [])
  if (clusterMetrics.length > 0 && cluster === undefined) {
    throw fieldError(
      taskFile,
      ['metadata', 'cluster_metrics'],
      'metadata.cluster_metrics needs metadata.cluster.',
    )
  }
  if (cluster === undefined) return { cluster: undefined, clusterMetrics }
  const at = taskFile.locate(place)
  // A text that is no template would put all documents into one cluster.
  const read = /\{[{%]/u.test(cluster) ? ownColumnReader(cluster, at) : columnReader(cluster)
  return { cluster: (doc, features) => pyStr(read(doc, features)), clusterMetrics }
}

function readClusterMetrics(taskFile: TaskFile, value: unknown): string[] {
  const path = ['metadata', 'cluster_metrics']
  const known = clusterMetricNames.join(', ')
  if (!Array.isArray(value)) {
    throw fieldError(
      taskFile,
      path,
      `metadata.cluster_metrics must be a list of ${known}, not ${describeValue(value)}.`,
    )
  }
  for (const [index, name] of value.entries()) {
    if (clusterMetricNames.includes(name)) continue
    throw fieldError(
      taskFile,
      [...path, index],
      `unknown cluster metric ${describeValue(name)}; there are ${known}.`,
    )
  }
  return value
}
