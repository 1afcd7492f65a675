import type { MetricValues, Sample } from '../../../plugin/metric/types.ts'
import { compare } from '../runner/compare.ts'
import type { CaseOptions } from '../runner/open-case.ts'
import type { CaseRow, Difference } from '../runner/outcome.ts'
import type { EvaluatedTask } from './task.ts'

type Recorded = Record<string, unknown>

/** Per-document values, figures and counts of a task. */
export function compareResults(
  where: string,
  recorded: Recorded,
  task: EvaluatedTask,
  { row }: { row: CaseRow },
): Difference[] {
  const { result, evaluation } = task
  if (result === undefined) return []
  const options = { tolerance: 1e-12 }
  const differences: Difference[] = []
  if ('samples' in recorded) {
    const indices = (row.options as CaseOptions | undefined)?.samples?.[evaluation.task.name] ?? []
    differences.push(...compare(`${where}.samples`, recorded.samples, samplesOf(task, indices), options))
  }
  const size = Math.max(0, ...result.metrics.map(({ count }) => count))
  if ('results' in recorded) {
    const found: Recorded = { alias: result.alias, sample_len: size }
    for (const { metric, filter, value } of result.metrics) found[`${metric},${filter}`] = value
    differences.push(...compare(`${where}.results`, recorded.results, found, options))
  }
  if ('n_samples' in recorded) {
    const found = { original: result.documents.total, effective: size }
    differences.push(...compare(`${where}.n_samples`, recorded.n_samples, found))
  }
  return differences
}

/** Logged document ids are the harness's: with samples, entry number i of the list as given, whichever document it is. */
function samplesOf({ evaluation }: EvaluatedTask, indices: readonly number[]): Recorded {
  const { order, samples, task } = evaluation
  const rows = (filter: string): Recorded[] =>
    order.map((docId, position) => ({
      doc_id: indices.length > 0 ? indices[position] : docId,
      ...valuesOf(samples.get(docId) as Sample, filter, task.filters[0]?.name),
    }))
  return Object.fromEntries(task.filters.map(({ name }) => [name, rows(name)]))
}

function valuesOf({ values, filtered }: Sample, filter: string, first: string | undefined): MetricValues {
  return filter === first ? values : (filtered?.[filter] ?? {})
}
