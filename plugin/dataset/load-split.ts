import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LmEvalError, type SourcePosition } from '../errors.ts'
import { reasonOf } from '../task/task-error.ts'
import type { Doc, Task, TaskFunction } from '../task/types.ts'
import { CastProblem } from './arrow/cast.ts'
import { schemaOf } from './arrow/schema.ts'
import { type Table, toJsonTable, toTable } from './columns.ts'
import { customRows } from './custom-dataset.ts'
import { datasetError, firstDataFile, splitFiles } from './data-files.ts'
import { processRows } from './process-docs.ts'
import { readRows } from './read-rows.ts'
import type { DatasetContext, Row } from './types.ts'

/** One split of a task's data set after process_docs. */
export interface Split {
  docs: Doc[]
  columns: string[]
  locate(index: number): SourcePosition | undefined
  files: string[]
  /** SHA-256 of the bytes of the files, hex. */
  revision: string
}

interface RawSplit {
  rows: Row[]
  files: string[]
  revision: string
}

/**
 * Reads one split and applies process_docs to it.
 * @param field the field that names the split, for messages
 * @throws LmEvalError DATASET: no such split or file, a broken line, no rows; TASK_FUNCTION: a function failed
 */
export async function loadSplit(
  task: Task,
  context: DatasetContext,
  split: string,
  { field, processDocs }: { field: string[]; processDocs: TaskFunction | undefined },
): Promise<Split> {
  const read =
    task.customDataset === undefined
      ? await readFiles(task, splitFiles(task, context, split, field), field)
      : await customRows(task, task.customDataset, split, field)
  const values = read.rows.map(row => row.values)
  const raw =
    task.customDataset === undefined
      ? await typedTable(task, context, values, read.files, { split, field })
      : toTable(values)
  const places = read.rows.map(({ place }) => place)
  const processed = await processRows(task, processDocs, raw.rows, places)
  if (processed.length === 0) {
    const culprit =
      read.rows.length === 0 ? `no rows in ${read.files.join(', ')}` : 'process_docs returned no rows'
    throw datasetError(task, field, `the split ${split} is empty: ${culprit}`)
  }
  const table = processDocs === undefined ? raw : toTable(processed.map(({ values }) => values))
  return {
    docs: table.rows,
    columns: table.columns,
    locate: index => processed[index]?.place,
    files: read.files,
    revision: read.revision,
  }
}

/** All files are cast to the column types of the data set's first one, as in the harness (task-spec.md, 5). */
async function typedTable(
  task: Task,
  context: DatasetContext,
  values: Record<string, unknown>[],
  files: readonly string[],
  { split, field }: { split: string; field: string[] },
): Promise<Table> {
  const first = firstDataFile(task, context)
  if (first === undefined || (files.length === 1 && files[0] === first))
    return placed(task, field, files, () => toJsonTable(values))
  const { rows } = await readFiles(task, [first], field)
  const schema = placed(task, field, [first], () => schemaOf(rows.map(row => row.values)))
  try {
    return placed(task, field, files, () => toJsonTable(values, schema))
  } catch (cause) {
    if (!(cause instanceof CastProblem)) throw cause
    const problem = `the split ${split} does not fit the column types of ${first}, the first file of the data set, to which the harness casts every other: ${reasonOf(cause)}`
    throw datasetError(task, field, problem, cause)
  }
}

/** Adds task and files to what is wrong with the rows as a whole. */
function placed<T>(task: Task, field: string[], files: readonly string[], typed: () => T): T {
  try {
    return typed()
  } catch (cause) {
    if (!(cause instanceof LmEvalError)) throw cause
    throw datasetError(task, field, `${files.join(', ')}: ${reasonOf(cause)}`, cause)
  }
}

async function readFiles(task: Task, files: string[], field: string[]): Promise<RawSplit> {
  const hash = createHash('sha256')
  const rows: Row[] = []
  for (const file of files) {
    let bytes: Buffer
    try {
      bytes = await readFile(file)
    } catch (cause) {
      const problem = `the data file ${file} cannot be read: ${(cause as Error).message}`
      throw datasetError(task, field, problem, cause)
    }
    hash.update(bytes)
    for (const row of readRows(file, bytes)) rows.push(row)
  }
  return { rows, files, revision: hash.digest('hex') }
}
