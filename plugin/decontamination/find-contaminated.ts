import { availableParallelism } from 'node:os'
import { LmEvalError } from '../errors.ts'
import { scanFiles } from './scan-files.ts'
import { findTrainingFiles, type TrainingFile } from './training-files.ts'

const mostWorkers = 4

/** How far the training text has been read. */
export interface DecontaminationProgress {
  /** File that is being read. */
  file: string
  /** Bytes read so far, of all files together, as they are on disk. */
  bytes: number
  totalBytes: number
  /** Documents found so far. */
  contaminated: number
}

export interface FindContaminatedOptions {
  /** Text that each document is looked for with, by its id; undefined for a document that is not looked for. */
  queries: readonly (string | undefined)[]
  /** Files and folders of training text or of prepared n-grams. */
  paths: readonly string[]
  /** Words of an n-gram. Default: 13. Prepared n-grams have their own size, that of their `info.json`. */
  ngram?: number | undefined
  /** Key of the text in the JSON objects of `.jsonl` files. Default: `text`. */
  textField?: string | undefined
  /** Upper bound of threads that read large files at once, each holding the documents' n-grams. Default: 4, or fewer cores. */
  workers?: number | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((progress: DecontaminationProgress) => void) | undefined
}

/**
 * Ids of the documents that share an n-gram with the training text (metrics-spec.md, 9.1; GPT-3, Brown et al. 2020, appendix C),
 * both normalised. Documents of fewer than n words never do. The training text is streamed; what is held in memory grows with
 * the documents alone.
 * @throws LmEvalError OPTION for a size or query that is none, DATASET naming the file that cannot be read; the signal's reason
 */
export async function findContaminated({
  queries,
  paths,
  ngram = 13,
  textField = 'text',
  workers = Math.min(mostWorkers, availableParallelism()),
  signal,
  onProgress,
}: FindContaminatedOptions): Promise<Set<number>> {
  const asked = askedFor(queries)
  if (!Number.isInteger(ngram) || ngram < 1) {
    throw optionError(`The number of words of an n-gram must be a whole number, 1 or more, not ${ngram}.`)
  }
  if (paths.length === 0) throw optionError('Decontamination needs at least one path of training text.')
  const files = findTrainingFiles(paths)
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
  const contaminated = new Set<number>()
  const reads = new Map<string, number>()
  let bytes = 0
  for (const [n, group] of bySize(files, ngram)) {
    await scanFiles(group, {
      asked: asked.filter(([docId]) => !contaminated.has(docId)),
      n,
      textField,
      signal,
      workers,
      onRead: ({ file }, read, found) => {
        for (const docId of found) contaminated.add(docId)
        bytes += read - (reads.get(file) ?? 0)
        reads.set(file, read)
        onProgress?.({ file, bytes, totalBytes, contaminated: contaminated.size })
      },
    })
  }
  return new Set([...contaminated].sort((a, b) => a - b))
}

/**
 * {@link findContaminated} for several tasks in one reading of the training text.
 * @param tasks queries of each task's documents
 * @returns ids of the contaminated documents of each task, an empty set where there are none
 */
export async function findContaminatedByTask({
  tasks,
  ...options
}: Omit<FindContaminatedOptions, 'queries'> & {
  tasks: ReadonlyMap<string, FindContaminatedOptions['queries']>
}): Promise<Map<string, Set<number>>> {
  const found = await findContaminated({ ...options, queries: [...tasks.values()].flat() })
  let start = 0
  const byTask = new Map<string, Set<number>>()
  for (const [task, { length }] of tasks) {
    const ids = [...found].filter(id => id >= start && id < start + length)
    byTask.set(task, new Set(ids.map(id => id - start)))
    start += length
  }
  return byTask
}

function askedFor(queries: readonly (string | undefined)[]): [docId: number, text: string][] {
  return queries.flatMap((text: unknown, docId): [number, string][] => {
    if (text === undefined) return []
    if (typeof text !== 'string') {
      throw optionError(`The decontamination query of document ${docId} is not a text; give one for it.`)
    }
    return [[docId, text]]
  })
}

function bySize(files: readonly TrainingFile[], otherwise: number): Map<number, TrainingFile[]> {
  const groups = new Map<number, TrainingFile[]>()
  for (const file of files) {
    const size = file.ngram ?? otherwise
    groups.set(size, [...(groups.get(size) ?? []), file])
  }
  return groups
}

function optionError(message: string): LmEvalError {
  return new LmEvalError(message, { code: 'OPTION' })
}
