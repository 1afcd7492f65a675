import type { ModelRow } from './model-rows.ts'

export interface BatchLimits {
  /** Rows of a batch at most. */
  rows: number
  /** Logits (rows x padded length x vocabulary) of a batch at most; a single row may exceed it. */
  logits: number
  vocabulary: number
}

/**
 * Groups rows into batches of similar length, longest first, so that little is padded and what does not fit into memory
 * shows at once. Equal lengths keep their order: the same requests always make the same batches.
 */
export function planBatches(rows: readonly ModelRow[], limits: BatchLimits): ModelRow[][] {
  const batches: ModelRow[][] = []
  let batch: ModelRow[] = []
  let capacity = 0
  for (const row of rows.toSorted((a, b) => b.input.length - a.input.length)) {
    if (batch.length === capacity) {
      const rowLogits = row.input.length * limits.vocabulary
      capacity = Math.max(1, Math.min(limits.rows, Math.floor(limits.logits / rowLogits)))
      batch = []
      batches.push(batch)
    }
    batch.push(row)
  }
  return batches
}
