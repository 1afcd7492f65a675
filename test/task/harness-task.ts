import { join } from 'node:path'
import { loadDocuments } from '../../plugin/dataset/load-documents.ts'
import type { DatasetOption } from '../../plugin/dataset/types.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { RequestBuilder } from '../../plugin/task/requests.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Loads a task with its documents. */
export async function openTask(file: string, datasets: DatasetOption = {}, root = import.meta.dirname) {
  const task = await loadTask(readTaskFile(file), module => import(module))
  const documents = await loadDocuments(task, { root, datasets })
  return { task, documents, builder: new RequestBuilder(task, documents) }
}

/** A task of files made for one test; `task.yaml` unless another is named. */
export function openFiles(files: Record<string, string>, main = 'task.yaml') {
  const folder = temporaryFolder(files)
  return openTask(join(folder, main), {}, folder)
}

/** All requests of a task as the pairs that the harness logs. */
export function allPairs({ documents, builder }: Awaited<ReturnType<typeof openTask>>): [string, string][] {
  return documents.docs.flatMap((_, docId) =>
    builder
      .build(docId)
      .requests.map(({ context, continuation }): [string, string] => [context, continuation]),
  )
}
