import { parentPort, workerData } from 'node:worker_threads'
import { LmEvalError, type SourcePosition } from '../errors.ts'
import { NgramIndex } from './ngram-index.ts'
import { readTraining } from './read-training.ts'
import type { TrainingFile } from './training-files.ts'

/** What a worker is started with. */
export interface ScanJob {
  asked: [docId: number, text: string][]
  /** Words of an n-gram. */
  n: number
  textField: string
}

/** What a worker answers while it reads the file that it was given, and last: that all is read, or why it cannot be. */
export type ScanAnswer =
  | { read: number; found: number[]; isLast: boolean }
  | { error: { message: string; at: SourcePosition[] } }

const { asked, n, textField } = workerData as ScanJob
const index = new NgramIndex(asked, n)
let told = 0
let read = 0

function tell(isLast: boolean): void {
  const found = told === index.contaminated.size ? [] : [...index.contaminated].slice(told)
  told += found.length
  parentPort?.postMessage({ read, found, isLast } satisfies ScanAnswer)
}

parentPort?.on('message', async (source: TrainingFile) => {
  const onBytes = (bytes: number): void => {
    read = bytes
    tell(false)
  }
  try {
    await readTraining(source, index, { textField, signal: undefined, onBytes })
    tell(true)
  } catch (error) {
    const { message } = error as Error
    const at = error instanceof LmEvalError ? error.at : []
    parentPort?.postMessage({ error: { message, at } } satisfies ScanAnswer)
  }
})
