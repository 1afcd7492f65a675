import type { EncodedRequest } from './encode.ts'

export interface BatchLimits {
  /** Rows of a batch at most. */
  rows: number
  /** Logits (rows x padded length x vocabulary) of a batch at most; a single row may exceed it. */
  logits: number
  vocabulary: number
}

/**
 * Groups requests into batches of similar length, longest first, so that little is padded and what does not fit into
 * memory shows at once. Equal lengths are ordered by their tokens, then by place: the same requests always make the same batches.
 * @returns batches of indices into `requests`
 */
export function planBatches(requests: readonly EncodedRequest[], limits: BatchLimits): number[][] {
  const order = requests.map((_, index) => index).sort((a, b) => compare(requests, a, b))
  const batches: number[][] = []
  let batch: number[] = []
  let capacity = 0
  for (const index of order) {
    if (batch.length === 0 || batch.length === capacity) {
      const length = (requests[index] as EncodedRequest).input.length
      capacity = Math.max(1, Math.min(limits.rows, Math.floor(limits.logits / (length * limits.vocabulary))))
      batch = []
      batches.push(batch)
    }
    batch.push(index)
  }
  return batches
}

function compare(requests: readonly EncodedRequest[], a: number, b: number): number {
  const left = requests[a]?.input as number[]
  const right = requests[b]?.input as number[]
  if (left.length !== right.length) return right.length - left.length
  const place = left.findIndex((token, i) => token !== right[i])
  return place < 0 ? a - b : (left[place] as number) - (right[place] as number)
}
