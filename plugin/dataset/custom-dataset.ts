import { createHash } from 'node:crypto'
import { dictGet, dictKeys, isDict, jsonDumps } from '../python/index.ts'
import { describeValue } from '../task/check-fields.ts'
import { reasonOf } from '../task/task-error.ts'
import type { Task, TaskFunction } from '../task/types.ts'
import { isRow } from './columns.ts'
import { datasetError } from './data-files.ts'
import type { Row } from './types.ts'

const answers = new WeakMap<Task, Promise<unknown>>()

/**
 * Rows of a split from the task's own `custom_dataset`, which gets metadata (with `config_source`) and dataset_kwargs as
 * one object and gives, or resolves to, an object from split names to arrays of rows (task-spec.md, 5). Called once a task.
 * @throws LmEvalError DATASET where it fails, gives something else or lacks the split
 */
export async function customRows(
  task: Task,
  customDataset: TaskFunction,
  split: string,
  field: string[],
): Promise<{ rows: Row[]; files: string[]; revision: string }> {
  const fail = (problem: string, cause?: unknown): Error =>
    datasetError(task, ['custom_dataset'], `custom_dataset ${problem}`, cause)
  let answer = answers.get(task)
  if (answer === undefined) {
    answer = (async () => customDataset(argumentsOf(task, fail)))()
    answers.set(task, answer)
  }
  let splits: unknown
  try {
    splits = await answer
  } catch (cause) {
    throw fail(`failed: ${reasonOf(cause)}`, cause)
  }
  if (!isDict(splits)) throw fail(`must give an object of splits, not ${describeValue(splits)}`)
  const rows = dictGet(splits, split)
  if (rows === undefined) {
    throw datasetError(
      task,
      field,
      `custom_dataset gave no split ${split}; it gave ${dictKeys(splits).join(', ')}`,
    )
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) {
    throw fail(`must give an array of rows as split ${split}, not ${describeValue(rows)}`)
  }
  const place = task.locate(['custom_dataset'])
  const revision = createHash('sha256').update(jsonDumps(rows)).digest('hex')
  return {
    rows: rows.map(values => ({ values, place })),
    files: [],
    revision,
  }
}

function argumentsOf(task: Task, fail: (problem: string) => Error): Record<string, unknown> {
  const metadata = (task.config.metadata ?? {}) as Record<string, unknown>
  const kwargs = (task.config.dataset_kwargs ?? {}) as Record<string, unknown>
  const given: Record<string, unknown> = { ...metadata, config_source: task.file }
  const twice = Object.keys(kwargs).find(key => Object.hasOwn(given, key))
  if (twice !== undefined)
    throw fail(`gets ${twice} from metadata and from dataset_kwargs; take it out of one`)
  return { ...given, ...kwargs }
}
