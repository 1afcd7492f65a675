import type { Documents, Task } from '../task/types.ts'
import { datasetName, splitField } from './data-files.ts'
import { loadFewshotPool } from './fewshot-pool.ts'
import { loadSplit } from './load-split.ts'
import type { DatasetContext } from './types.ts'

/**
 * Reads the documents that a task is evaluated on (its test split, else its validation split, after process_docs) and the
 * rows that its few-shot examples come from. Data files are JSON Lines (or one JSON list). Relative `data_files` count
 * from the folder of the YAML that names them, then from the task file's, then from the root.
 * @throws LmEvalError DATASET: unknown data set, split or file, a broken line, no rows; TASK_FUNCTION: process_docs failed
 */
export async function loadDocuments(task: Task, context: DatasetContext): Promise<Documents> {
  const field = splitField(task)
  const split = (task.splits.test ?? task.splits.validation) as string
  const loaded = await loadSplit(task, context, split, { field: [field], processDocs: task.processDocs })
  const fewshot = await loadFewshotPool(task, context, { name: split, loaded })
  const from = fewshot?.split?.loaded
  return {
    docs: loaded.docs,
    features: new Set(loaded.columns),
    locate: index => loaded.locate(index),
    noun: 'document',
    dataset: {
      name: datasetName(task),
      split,
      files: loaded.files,
      revision: loaded.revision,
      size: loaded.docs.length,
      ...(from === undefined || from === loaded
        ? {}
        : {
            fewshot: { split: fewshot?.split?.name as string, files: from.files, revision: from.revision },
          }),
    },
    pool: fewshot?.pool,
  }
}
