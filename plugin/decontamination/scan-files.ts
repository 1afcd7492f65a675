import { NgramIndex } from './ngram-index.ts'
import { readTraining } from './read-training.ts'
import { scanInWorkers, workerFile } from './scan-in-workers.ts'
import type { TrainingFile } from './training-files.ts'

export interface ScanOptions {
  /** Documents and the text that each is looked for with. */
  asked: [docId: number, text: string][]
  /** Words of an n-gram. */
  n: number
  textField: string
  signal: AbortSignal | undefined
  /** Upper bound of worker threads. */
  workers: number
  /** Called as files are read, with a file's bytes so far, and the documents that were found since the last call. */
  onRead: (source: TrainingFile, read: number, found: readonly number[]) => void
}

/** Bytes from which starting worker threads, each with an index of its own, is worth it. */
const worthWorkers = 50_000_000

/**
 * Looks for documents in files; several large ones are read by worker threads, which changes nothing but the time.
 * @throws LmEvalError DATASET naming file and line, of the first such file; the signal's reason
 */
export async function scanFiles(files: readonly TrainingFile[], options: ScanOptions): Promise<void> {
  const workers = Math.min(options.workers, files.length)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const worker = workers > 1 && bytes >= worthWorkers ? workerFile() : undefined
  await (worker === undefined ? scanHere(files, options) : scanInWorkers(worker, workers, files, options))
}

async function scanHere(
  files: readonly TrainingFile[],
  { asked, n, textField, signal, onRead }: ScanOptions,
): Promise<void> {
  const index = new NgramIndex(asked, n)
  let told = 0
  for (const source of files) {
    if (index.open === 0) return
    const onBytes = (read: number): void => {
      const found = [...index.contaminated].slice(told)
      told += found.length
      onRead(source, read, found)
    }
    await readTraining(source, index, { textField, signal, onBytes })
    if (told < index.contaminated.size) onBytes(source.size)
  }
}
