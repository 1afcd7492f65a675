import { isDict, pyRepr } from '../../../plugin/python/index.ts'
import type { DocumentRequests, Request } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import type { CaseOptions } from '../runner/open-case.ts'
import type { CaseRow, Difference } from '../runner/outcome.ts'
import { recordedAnswer } from '../runner/recorder.ts'
import type { EvaluatedTask } from './task.ts'

interface CaseContext {
  row: CaseRow
  folder: string
}

type Recorded = Record<string, unknown>

/** Prompts and requests of all documents. */
export function compareDocuments(
  where: string,
  recorded: Recorded,
  task: EvaluatedTask,
  { row, folder }: CaseContext,
): Difference[] {
  const docs = recorded.docs as Recorded[] | undefined
  if (docs === undefined) return []
  if (docs.length !== task.documents.length) {
    return [{ where: `${where}.docs`, recorded: docs.length, found: task.documents.length }]
  }
  const samples = (row.options as CaseOptions | undefined)?.samples?.[task.evaluation.task.name] ?? []
  return docs.flatMap((doc, position) => {
    const document = task.documents[position] as DocumentRequests
    const found: Recorded = {
      // With samples the harness numbers the selection, not the documents.
      doc_id: samples.length > 0 ? position : document.docId,
      text: document.text,
      target: document.target,
      requests: document.requests.map((request, idx) => logged(request, idx, task)),
      ...choicesOf(document, task, doc),
      ...(task.evaluation.task.config.should_decontaminate === true
        ? { query: queryOf(document, task) }
        : {}),
      ...('fewshot_ids' in doc ? { fewshot_ids: document.fewshotIds } : {}),
      ...('doc' in doc ? { doc: document.doc } : {}),
    }
    return compareDocument(`${where}.docs[${position}]`, doc, found, folder)
  })
}

function compareDocument(where: string, recorded: Recorded, found: Recorded, folder: string): Difference[] {
  const keys = new Set([...Object.keys(recorded), ...Object.keys(found)])
  return [...keys].flatMap(key => {
    const value = recorded[key]
    if (isDict(value) && 'error' in value && isDict(found[key]) && 'error' in (found[key] as Recorded))
      return []
    if (isDict(value) && '__callable__' in value) return []
    return compare(`${where}.${key}`, value, withoutFolder(found[key], folder))
  })
}

/** The recordings write `<DIR>` for the case's folder. */
function withoutFolder(value: unknown, folder: string): unknown {
  return typeof value === 'string' ? value.replaceAll(folder, '<DIR>') : value
}

function logged(request: Request, idx: number, { evaluation }: EvaluatedTask): Recorded {
  const answer = recordedAnswer(request)
  return {
    type: request.type,
    idx,
    args: argumentsOf(request),
    resps: Array.from({ length: evaluation.task.repeats }, () => answer),
  }
}

function argumentsOf(request: Request): unknown[] {
  switch (request.type) {
    case 'loglikelihood':
      return [request.context, request.continuation]
    case 'loglikelihood_rolling':
      return [request.text]
    case 'generate_until':
      return [request.context, request.settings]
  }
}

/** A text as choices is recorded as such; the product has its characters. */
function choicesOf(
  { choices }: DocumentRequests,
  { evaluation }: EvaluatedTask,
  recorded: Recorded,
): Recorded {
  if (evaluation.task.prompt.choices === undefined) return {}
  const text = typeof recorded.choices === 'string' && choices?.join('') === recorded.choices
  return { choices: text ? recorded.choices : choices }
}

function queryOf({ docId }: DocumentRequests, { evaluation }: EvaluatedTask): unknown {
  try {
    return evaluation.decontaminationQuery(docId)
  } catch (error) {
    return { error: pyRepr(String(error)) }
  }
}
