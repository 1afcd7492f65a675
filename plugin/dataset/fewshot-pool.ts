import { describeValue } from '../task/check-fields.ts'
import { reasonOf } from '../task/task-error.ts'
import type { Doc, FewshotPool, Task, TaskFunction } from '../task/types.ts'
import { isRow } from './columns.ts'
import { checkSplitName, datasetError, splitFiles } from './data-files.ts'
import { loadSplit, type Split } from './load-split.ts'
import type { DatasetContext } from './types.ts'

/** A pool, and the split it was read from if it was read from one. */
export interface LoadedPool {
  pool: FewshotPool
  split: { name: string; loaded: Split } | undefined
}

interface PoolSplit {
  name: string
  field: string[]
  processDocs: TaskFunction | undefined
}

/**
 * Rows for few-shot examples (task-spec.md, 6): the few-shot split, else `fewshot_config.samples`, else the training,
 * validation or test split. A task without shots has none, but a few-shot split that its data set lacks is refused as in
 * the harness.
 * @param evaluated the split that is evaluated, which need not be read twice
 * @throws LmEvalError DATASET, TASK_FUNCTION
 */
export async function loadFewshotPool(
  task: Task,
  context: DatasetContext,
  evaluated: { name: string; loaded: Split },
): Promise<LoadedPool | undefined> {
  const { fewshot, numFewshot } = task
  if (fewshot.split === undefined && fewshot.samples !== undefined) {
    const docs = await givenSamples(task, fewshot.samples)
    const origin = 'fewshot_config.samples'
    return { pool: { docs, locate: () => undefined, noun: 'few-shot document', origin }, split: undefined }
  }
  const split = poolSplit(task)
  if (task.customDataset === undefined && split.name !== evaluated.name) {
    if (fewshot.split === undefined) checkSplitName(task, context, split.name, split.field)
    else splitFiles(task, context, split.name, split.field)
  }
  if (numFewshot <= 0) return undefined
  const shared = split.name === evaluated.name && split.processDocs === task.processDocs
  const loaded = shared
    ? evaluated.loaded
    : await loadSplit(task, context, split.name, { field: split.field, processDocs: split.processDocs })
  return {
    pool: {
      docs: loaded.docs,
      locate: index => loaded.locate(index),
      noun: 'few-shot document',
      origin: `split ${split.name}`,
    },
    split: { name: split.name, loaded },
  }
}

function poolSplit({ fewshot, splits, config, processDocs }: Task): PoolSplit {
  if (fewshot.split !== undefined) {
    const field = config.fewshot_split === fewshot.split ? ['fewshot_split'] : ['fewshot_config', 'split']
    return { name: fewshot.split, field, processDocs: fewshot.processDocs }
  }
  if (splits.training !== undefined) return { name: splits.training, field: ['training_split'], processDocs }
  if (splits.validation !== undefined)
    return { name: splits.validation, field: ['validation_split'], processDocs }
  return { name: splits.test as string, field: ['test_split'], processDocs }
}

async function givenSamples(task: Task, samples: readonly unknown[] | TaskFunction): Promise<Doc[]> {
  const fail = (problem: string, cause?: unknown): Error =>
    datasetError(task, ['fewshot_config', 'samples'], `fewshot_config.samples ${problem}`, cause)
  let rows: unknown = samples
  if (typeof samples === 'function') {
    try {
      rows = await (samples as TaskFunction)()
    } catch (cause) {
      throw fail(`failed: ${reasonOf(cause)}`, cause)
    }
  }
  if (!Array.isArray(rows))
    throw fail(`must be a list of rows or a function that gives one, not ${describeValue(rows)}`)
  const wrong = rows.findIndex(row => !isRow(row))
  if (wrong >= 0) throw fail(`must hold rows; entry ${wrong} is ${describeValue(rows[wrong])}`)
  return rows as Doc[]
}
