import { loadTask } from '../../../plugin/task/load-task.ts'
import { RequestBuilder } from '../../../plugin/task/requests.ts'
import type { Doc, Documents, Task } from '../../../plugin/task/types.ts'

const position = { file: 'task.yaml', line: 1, column: 1 }

/** A task from a configuration without data set keys, as the recorded cases have it. */
export function memoryTask(config: Record<string, unknown>): Promise<Task> {
  const complete = { task: 'recorded', dataset_path: 'json', test_split: 'test', ...config }
  return loadTask({ file: 'task.yaml', config: complete, files: [], locate: () => position }, () => {
    throw new Error('the recorded cases have no functions')
  })
}

export function requestBuilder(task: Task, docs: Doc[]): RequestBuilder {
  const documents: Documents = {
    docs,
    features: new Set(docs.flatMap(doc => Object.keys(doc))),
    locate: () => undefined,
    noun: 'document',
    pool: undefined,
    dataset: { name: 'recorded', split: 'test', files: [], revision: '', size: docs.length },
  }
  return new RequestBuilder(task, documents)
}
