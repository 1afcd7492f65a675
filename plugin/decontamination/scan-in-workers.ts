import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LmEvalError } from '../errors.ts'
import type { ScanOptions } from './scan-files.ts'
import type { ScanAnswer, ScanJob } from './scan-worker.ts'
import type { TrainingFile } from './training-files.ts'

/** The compiled worker: beside the compiled module, or in dist when the sources run themselves; undefined if not built. */
export function workerFile(): URL | undefined {
  const compiled = import.meta.url.endsWith('.ts')
    ? new URL('../../dist/decontamination/scan-worker.js', import.meta.url)
    : new URL('./scan-worker.js', import.meta.url)
  return existsSync(fileURLToPath(compiled)) ? compiled : undefined
}

/** Files in order, each read by the first worker that is free. */
export async function scanInWorkers(
  file: URL,
  count: number,
  files: readonly TrainingFile[],
  { asked, n, textField, signal, onRead }: ScanOptions,
): Promise<void> {
  signal?.throwIfAborted()
  const workerData: ScanJob = { asked, n, textField }
  const workers = Array.from({ length: count }, () => new Worker(file, { workerData, execArgv: [] }))
  const stop = (): void => {
    for (const worker of workers) void worker.terminate()
  }
  signal?.addEventListener('abort', stop, { once: true })
  const missing = new Set(asked.map(([docId]) => docId))
  const errors = new Map<number, LmEvalError>()
  let next = 0
  const work = async (worker: Worker): Promise<void> => {
    // After an error only files before it, which are under way, can have another that counts.
    while (next < files.length && missing.size > 0 && errors.size === 0) {
      const place = next++
      const source = files[place] as TrainingFile
      const error = await scanFile(worker, source, signal, (read, found) => {
        for (const docId of found) missing.delete(docId)
        onRead(source, read, found)
      })
      if (error !== undefined) errors.set(place, error)
    }
  }
  try {
    await Promise.all(workers.map(work))
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
  if (errors.size > 0) throw errors.get(Math.min(...errors.keys()))
}

/** Resolves when a worker has read a file, with the error where it could not. */
function scanFile(
  worker: Worker,
  source: TrainingFile,
  signal: AbortSignal | undefined,
  onRead: (read: number, found: readonly number[]) => void,
): Promise<LmEvalError | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      end()
    }
    const onMessage = (answer: ScanAnswer): void => {
      if ('error' in answer) {
        const { message, at } = answer.error
        settle(() => resolve(new LmEvalError(message, { code: 'DATASET', at })))
        return
      }
      onRead(answer.read, answer.found)
      if (answer.isLast) settle(() => resolve(undefined))
    }
    const onError = (error: Error): void => settle(() => reject(error))
    const onExit = (): void =>
      settle(() =>
        reject(signal?.aborted ? signal.reason : new Error('a worker that reads training text ended early')),
      )
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(source)
  })
}
