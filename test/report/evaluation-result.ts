import type { EvaluationResult } from '../../plugin/evaluation/types.ts'

/** A result as a run gives it, with what a test needs changed. */
export function makeResult(changes: Partial<EvaluationResult> = {}): EvaluationResult {
  return {
    task: 'wsc273',
    alias: 'wsc273',
    file: '/repo/tasks/wsc273/default.yaml',
    version: '1.0',
    numFewshot: 0,
    metrics: [
      {
        metric: 'acc',
        filter: 'none',
        value: 0.5164835164835165,
        stderr: 0.0303004740355766,
        higherIsBetter: true,
        count: 273,
      },
    ],
    documents: { selected: 273, total: 273, failed: 0, truncated: 0 },
    warnings: [],
    scorer: {
      model: 'my-model',
      path: '/repo/my-model',
      precision: 'fp32',
      weightsHash: 'ab'.repeat(32),
      tokenizerHash: 'cd'.repeat(32),
      provider: {
        requested: 'auto',
        used: 'cpu',
        skipped: [{ provider: 'cuda', reason: 'no library libcuda.so' }],
      },
      maxLength: 2048,
      demonstration: false,
    },
    dataset: {
      name: 'winograd_wsc/wsc273',
      split: 'test',
      files: ['test.jsonl'],
      revision: 'ef'.repeat(32),
      size: 273,
    },
    taskHash: '12'.repeat(32),
    packageVersion: '0.1.0',
    ...changes,
  }
}
