import { figuresOf } from '../baseline/from-result.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import type { Results } from '../metric/types.ts'
import { type PyFloat, pyFloat } from '../python/index.ts'
import { versionValue } from './version.ts'

/**
 * The harness's results object (metrics-spec.md, 6) for evaluated tasks. A second result of a task of the same name (another
 * limit, say) is kept under `NAME (2)`.
 */
export function toResults(results: readonly EvaluationResult[]): Results {
  const samples: NonNullable<Results['n-samples']> = {}
  const object: Results = {
    results: {},
    versions: {},
    'n-shot': {},
    higher_is_better: {},
    'n-samples': samples,
  }
  for (const result of results) {
    const name = freeName(result.task, object.results)
    const alias = name === result.task ? result.alias : name.replace(result.task, result.alias)
    const { metrics, documents } = result
    const count = Math.max(0, ...metrics.map(metric => metric.count))
    object.results[name] = { name, alias, sample_len: count, ...floats(figuresOf(metrics)) }
    object.versions[name] = versionValue(result.version) ?? 'Yaml'
    object['n-shot'][name] = result.numFewshot
    object.higher_is_better[name] = Object.fromEntries(
      metrics.map(({ metric, higherIsBetter }) => [metric, higherIsBetter ?? null]),
    )
    samples[name] = { original: documents.total, effective: count }
  }
  return object
}

/** Figures are floats, `1.0` where they are whole, as in the harness; the table and the JSON text show it. */
function floats(figures: ReturnType<typeof figuresOf>): Record<string, number | PyFloat | 'N/A'> {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, value === 'N/A' ? value : pyFloat(value)]),
  )
}

function freeName(task: string, taken: object): string {
  if (!Object.hasOwn(taken, task)) return task
  let number = 2
  while (Object.hasOwn(taken, `${task} (${number})`)) number += 1
  return `${task} (${number})`
}
