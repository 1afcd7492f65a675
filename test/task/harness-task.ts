import { join } from 'node:path'
import { loadDocuments } from '../../plugin/dataset/load-documents.ts'
import type { DatasetOption } from '../../plugin/dataset/types.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { RequestBuilder } from '../../plugin/task/requests.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import type { Request } from '../../plugin/task/types.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface OpenOptions {
  root?: string
  datasets?: DatasetOption
  importModule?: (file: string) => Promise<Record<string, unknown>>
}

/** Loads a task with its documents. */
export async function openTask(file: string, options: OpenOptions = {}) {
  const { root = import.meta.dirname, datasets = {}, importModule = module => import(module) } = options
  const task = await loadTask(readTaskFile(file), importModule)
  const documents = await loadDocuments(task, { root, datasets })
  return { task, documents, builder: new RequestBuilder(task, documents) }
}

/** A task of files made for one test, loaded from its main file. */
export function openFiles(files: Record<string, string>, main = 'task.yaml', options: OpenOptions = {}) {
  const root = temporaryFolder(files)
  return openTask(join(root, main), { root, ...options })
}

/** A request as the harness logs it; tests that use this have no other kind. */
export function pairOf(request: Request): [string, string] {
  if (request.type !== 'loglikelihood') throw new TypeError(`a ${request.type} request is no pair`)
  return [request.context, request.continuation]
}

/** All requests of a task as the pairs that the harness logs. */
export function allPairs({ documents, builder }: Awaited<ReturnType<typeof openTask>>): [string, string][] {
  return documents.docs.flatMap((_, docId) => builder.build(docId).requests.map(pairOf))
}
