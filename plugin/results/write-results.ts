import { mkdirSync } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PyDict } from '../python/index.ts'
import { fileDate, type OutputFiles, outputFiles } from './file-names.ts'
import { type RunFacts, resultsText } from './results-text.ts'
import { sampleLine } from './sample-line.ts'
import type { SampleRecord } from './sample-record.ts'

export interface WriteResultsOptions {
  /** The harness's `--output_path`: a folder, or a file that ends in `.json`. */
  outputPath: string
  results: PyDict
  /** Sample records by task; undefined where none are to be written. */
  samples?: ReadonlyMap<string, readonly SampleRecord[]> | undefined
  run: RunFacts
  /** Time as the files' names have it. Default: now. */
  date?: string | undefined
}

/** Characters that are written in one go. */
const portion = 1 << 20

/**
 * Writes an evaluation's results and samples under the harness's names; folders are made as needed, samples are appended.
 * @returns the results file, and each task's samples file
 * @throws the file system's error
 */
export async function writeResults({
  outputPath,
  results,
  samples,
  run,
  date = fileDate(new Date()),
}: WriteResultsOptions): Promise<{ results: string; samples: Map<string, string> }> {
  const files: OutputFiles = outputFiles(outputPath, run.modelName, date)
  mkdirSync(dirname(files.results), { recursive: true })
  await writeFile(files.results, resultsText(results, samples, run))
  const written = new Map<string, string>()
  for (const [task, records] of samples ?? []) {
    const file = files.samples(task)
    const handle = await open(file, 'a')
    try {
      await writeLines(handle, records)
    } finally {
      await handle.close()
    }
    written.set(task, file)
  }
  return { results: files.results, samples: written }
}

async function writeLines(handle: FileHandle, records: readonly SampleRecord[]): Promise<void> {
  let text = ''
  for (const record of records) {
    text += sampleLine(record)
    if (text.length < portion) continue
    await handle.appendFile(text)
    text = ''
  }
  if (text !== '') await handle.appendFile(text)
}
