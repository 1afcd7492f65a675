import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { planChunks, runChunk } from './bootstrap-chunks.ts'
import type { BootstrapAnswer, BootstrapJob } from './bootstrap-worker.ts'
import { sampleStddev } from './mean.ts'
import { type Statistic, sizeOf } from './statistic.ts'

/** Draws from which starting a worker (about 50 ms) is worth it. */
const worthAWorker = 5_000_000
const mostWorkers = 4

export interface BootstrapOptions {
  iterations: number
  signal?: AbortSignal | undefined
  /** Upper bound of worker threads; 0 keeps everything in this thread. Default: 4, or fewer cores. */
  workers?: number | undefined
  /** Called as replicates are made, with their number so far and in the end. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Standard error by bootstrap, bit for bit the harness's (metrics-spec.md, 3.3): the sample standard deviation of the
 * statistic over resamples with replacement. Large work runs in worker threads, which changes no digit.
 * @throws RangeError for fewer than two replicates, or where a replicate is too large for a number; the signal's reason
 */
export async function bootstrapStderr(statistic: Statistic, options: BootstrapOptions): Promise<number> {
  const { size, chunks } = planChunks(options.iterations)
  if (!(size * chunks >= 2)) throw new RangeError('a bootstrap needs at least 2 iterations')
  options.signal?.throwIfAborted()
  const draws = size * chunks * sizeOf(statistic)
  const file = workerFile()
  const workers = Math.min(options.workers ?? Math.min(mostWorkers, availableParallelism()), chunks)
  const inWorkers = draws >= worthAWorker && workers > 0 && file !== undefined
  const total = size * chunks
  const report = (done: number): void => options.onProgress?.(done, total)
  const parts = inWorkers
    ? await runInWorkers(file, split(statistic, size, chunks, workers), options.signal, report)
    : await runHere(statistic, size, chunks, options.signal, report)
  return sampleStddev(join(parts))
}

function split(statistic: Statistic, size: number, chunks: number, workers: number): BootstrapJob[] {
  return Array.from({ length: workers }, (_, worker) => ({
    statistic,
    size,
    firstChunk: Math.floor((worker * chunks) / workers),
    lastChunk: Math.floor(((worker + 1) * chunks) / workers),
  }))
}

/** The compiled worker: beside the compiled module, or in dist when the sources run themselves; undefined if not built. */
function workerFile(): URL | undefined {
  const compiled = new URL(import.meta.url).pathname.endsWith('.ts')
    ? new URL('../../dist/metric/bootstrap-worker.js', import.meta.url)
    : new URL('./bootstrap-worker.js', import.meta.url)
  return existsSync(fileURLToPath(compiled)) ? compiled : undefined
}

async function runInWorkers(
  file: URL,
  jobs: BootstrapJob[],
  signal: AbortSignal | undefined,
  report: (done: number) => void,
): Promise<Float64Array[]> {
  const workers: Worker[] = []
  const done = jobs.map(() => 0)
  const stop = (): void => {
    for (const worker of workers) void worker.terminate()
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.all(
      jobs.map((job, index) => {
        // Flags of this process, such as a loader for the sources, mean nothing to the compiled worker.
        const worker = new Worker(file, { workerData: job, execArgv: [] })
        workers.push(worker)
        return answerOf(worker, signal, made => {
          done[index] = made
          report(done.reduce((sum, part) => sum + part, 0))
        })
      }),
    )
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

function answerOf(
  worker: Worker,
  signal: AbortSignal | undefined,
  onDone: (made: number) => void,
): Promise<Float64Array> {
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: BootstrapAnswer) => {
      if ('done' in answer) onDone(answer.done)
      else if ('error' in answer) reject(new RangeError(answer.error))
      else resolve(answer.replicates)
    })
    worker.once('error', reject)
    worker.once('exit', () =>
      reject(signal?.aborted ? signal.reason : new Error('the bootstrap worker ended early')),
    )
  })
}

/** Milliseconds after which the event loop gets a turn. */
const turn = 20

async function runHere(
  statistic: Statistic,
  size: number,
  chunks: number,
  signal: AbortSignal | undefined,
  report: (done: number) => void,
): Promise<Float64Array[]> {
  const parts: Float64Array[] = []
  let rested = Date.now()
  for (let chunk = 0; chunk < chunks; chunk++) {
    parts.push(runChunk(statistic, chunk, size))
    report((chunk + 1) * size)
    if (Date.now() - rested < turn) continue
    await new Promise(resolve => setImmediate(resolve))
    signal?.throwIfAborted()
    rested = Date.now()
  }
  return parts
}

function join(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
