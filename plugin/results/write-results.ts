import type { PyDict } from '../python/index.ts'
import { fileDate, type OutputFiles, outputFiles } from './file-names.ts'
import { taskHash } from './hashes.ts'
import { type RunFacts, resultsText } from './results-text.ts'
import type { SampleRecord } from './sample-record.ts'
import { writeSamples } from './write-samples.ts'
import { writeWhole } from './write-whole.ts'

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
  const hashes = [...(samples ?? [])].map(([task, records]) => [task, taskHash(records)] as const)
  await writeWhole(files.results, resultsText(results, new Map(hashes), run))
  const written = new Map<string, string>()
  for (const [task, records] of samples ?? []) {
    const file = files.samples(task)
    await writeSamples(file, records)
    written.set(task, file)
  }
  return { results: files.results, samples: written }
}
