import { Random } from '../python/index.ts'
import { replicateOf, type Statistic, sizeOf } from './statistic.ts'

/** How the harness cuts iterations: chunk i of up to 1000 draws from `Random(i)`; a remainder is dropped. */
export interface ChunkPlan {
  /** Replicates of each chunk. */
  size: number
  chunks: number
}

export function planChunks(iterations: number): ChunkPlan {
  const size = Math.min(1000, iterations)
  return { size, chunks: Math.floor(iterations / size) }
}

/** The statistic of every resample of chunk number `chunk`, in order. */
export function runChunk(statistic: Statistic, chunk: number, size: number): Float64Array {
  const random = new Random(chunk)
  const items = sizeOf(statistic)
  const drawn = new Int32Array(items)
  const replicate = replicateOf(statistic)
  const results = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    random.choiceIndices(items, drawn)
    results[i] = replicate(drawn)
  }
  return results
}
