import { parentPort, workerData } from 'node:worker_threads'
import { runChunk } from './bootstrap-chunks.ts'
import type { Statistic } from './statistic.ts'

/** What a worker is started with: its share of the chunks. */
export interface BootstrapJob {
  statistic: Statistic
  firstChunk: number
  lastChunk: number
  size: number
}

/** What it answers: the replicates of its chunks in order, or why there are none; before that, how many there are so far. */
export type BootstrapAnswer = { replicates: Float64Array } | { error: string } | { done: number }

const { statistic, firstChunk, lastChunk, size } = workerData as BootstrapJob
const replicates = new Float64Array((lastChunk - firstChunk) * size)
let answer: BootstrapAnswer = { replicates }
try {
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    replicates.set(runChunk(statistic, chunk, size), (chunk - firstChunk) * size)
    parentPort?.postMessage({ done: (chunk - firstChunk + 1) * size } satisfies BootstrapAnswer)
  }
} catch (error) {
  answer = { error: (error as Error).message }
}
parentPort?.postMessage(answer)
