import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Documents, Task } from '../task/types.ts'
import { toTable } from './columns.ts'
import { datasetError, datasetName, splitField, splitFiles } from './data-files.ts'
import { processRows } from './process-docs.ts'
import { readRows } from './read-rows.ts'
import type { DatasetContext, Row } from './types.ts'

/**
 * Reads the documents that a task is evaluated on: its test split, else its validation split, after process_docs.
 * Data files are JSON Lines (or one JSON list). Relative `data_files` count from the folder of the YAML that names them,
 * then from the task file's, then from the root; only the evaluated split's files are read.
 * @throws LmEvalError DATASET: unknown data set, split or file, a broken line, no rows; TASK_FUNCTION: process_docs failed
 */
export async function loadDocuments(task: Task, context: DatasetContext): Promise<Documents> {
  const split = String(task.config[splitField(task)])
  const files = splitFiles(task, context, split)
  const { rows, revision } = await readFiles(task, files)
  const raw = toTable(rows.map(({ values }) => values))
  const places = rows.map(({ place }) => place)
  const processed = await processRows(task, raw.rows, places)
  if (processed.length === 0) {
    const culprit = rows.length === 0 ? `no rows in ${files.join(', ')}` : 'process_docs returned no rows'
    throw datasetError(task, [splitField(task)], `the split ${split} is empty: ${culprit}`)
  }
  const table = task.processDocs === undefined ? raw : toTable(processed.map(({ values }) => values))
  return {
    docs: table.rows,
    features: new Set(table.columns),
    locate: index => processed[index]?.place,
    dataset: { name: datasetName(task), split, files, revision, size: table.rows.length },
  }
}

async function readFiles(task: Task, files: readonly string[]): Promise<{ rows: Row[]; revision: string }> {
  const hash = createHash('sha256')
  const rows: Row[] = []
  for (const file of files) {
    let bytes: Buffer
    try {
      bytes = await readFile(file)
    } catch (cause) {
      const problem = `the data file ${file} cannot be read: ${(cause as Error).message}`
      throw datasetError(task, [splitField(task)], problem, cause)
    }
    hash.update(bytes)
    for (const row of readRows(file, bytes)) rows.push(row)
  }
  return { rows, revision: hash.digest('hex') }
}
