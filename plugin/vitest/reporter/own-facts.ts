import type { EvaluationResult } from '../../evaluation/types.ts'
import { packageVersion } from '../package-version.ts'

/**
 * What a results file says beyond the harness's keys: whether the figures are of all documents, what is wrong with them, and how
 * sure they are.
 */
export function ownFacts(results: readonly EvaluationResult[]): Record<string, unknown> {
  return {
    version: packageVersion(),
    complete: results.every(
      ({ documents }) => documents.selected === documents.total && documents.failed === 0,
    ),
    scorer: results[0]?.scorer,
    tasks: Object.fromEntries(
      results.map(({ task, documents, cached, dataset, taskHash, warnings, metrics }) => [
        task,
        {
          documents,
          ...(cached === undefined ? {} : { cached }),
          dataset,
          task_hash: taskHash,
          warnings,
          metrics,
        },
      ]),
    ),
  }
}
