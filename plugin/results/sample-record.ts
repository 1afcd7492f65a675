import { filterAnswers } from '../metric/filter-answers.ts'
import { rawAnswer } from '../metric/raw-answers.ts'
import type { MetricValues, Sample } from '../metric/types.ts'
import type { Response } from '../scorer/types.ts'
import type { DocumentRequests, Request, Task } from '../task/types.ts'
import { docHash, promptHash, type SampleHashes, targetHash } from './hashes.ts'
import { floats, typedValue } from './value-types.ts'

/** What the harness logs of a document under one filter (metrics-spec.md, 6.1), keys in its order; its metrics' values follow. */
export interface SampleRecord extends SampleHashes {
  doc_id: number
  doc: unknown
  target: unknown
  /** Arguments of each request: context and continuation, context and settings, or a text. */
  arguments: unknown[][]
  /** All answers to each request. */
  resps: unknown[][]
  /** What the filter made of the answers. */
  filtered_resps: unknown
  filter: string
  /** Names of the metrics that the document has values of. */
  metrics: string[]
  [metric: string]: unknown
}

/** A document that was answered and judged. */
export interface AnsweredSample {
  requests: DocumentRequests
  /** One for each request, or all `repeats` of each, side by side. */
  responses: readonly Response[]
  sample: Sample
}

/**
 * A task's records in the harness's order: all documents under the first filter, then all under the next.
 * @param documents in document order
 * @throws LmEvalError METRIC where a filter fails
 */
export function sampleRecords(task: Task, documents: readonly AnsweredSample[]): SampleRecord[] {
  const answers = documents.map(({ requests, responses }) => filterAnswers(task, requests, responses))
  const hashes = documents.map(({ requests }) => hashesOf(requests))
  return task.filters.flatMap(({ name: filter }, place) =>
    documents.map(({ requests, responses, sample }, index): SampleRecord => {
      const values = place === 0 ? sample.values : (sample.filtered?.[filter] ?? {})
      const filtered = answers[index]?.get(filter)?.()
      return {
        doc_id: requests.docId,
        doc: requests.doc,
        target: requests.target,
        arguments: requests.requests.map(requestArguments),
        resps: answersOf(task, requests, responses),
        filtered_resps: task.outputType === 'generate_until' ? filtered : floats(filtered),
        filter,
        metrics: Object.keys(values),
        ...(hashes[index] as SampleHashes),
        ...typedValues(task, requests, values),
      }
    }),
  )
}

function typedValues(
  task: Task,
  { multipleTarget: multiple }: DocumentRequests,
  values: MetricValues,
): MetricValues {
  const { outputType, processResults } = task
  const source = { outputType, processResults, multiple }
  return Object.fromEntries(
    Object.entries(values).map(([metric, value]) => [metric, typedValue(source, metric, value)]),
  )
}

function hashesOf({ doc, requests, target }: DocumentRequests): SampleHashes {
  const [first] = requests
  return {
    doc_hash: docHash(doc),
    prompt_hash: promptHash(first === undefined ? '' : (requestArguments(first)[0] as string)),
    target_hash: targetHash(target),
  }
}

/** A request's arguments as the harness hands them to its model. */
export function requestArguments(request: Request): unknown[] {
  switch (request.type) {
    case 'loglikelihood':
      return [request.context, request.continuation]
    case 'loglikelihood_rolling':
      return [request.text]
    case 'generate_until':
      return [request.context, request.settings]
  }
}

function answersOf(task: Task, { requests }: DocumentRequests, responses: readonly Response[]): unknown[][] {
  const isRolling = task.outputType === 'loglikelihood_rolling'
  const repeats = Math.max(1, Math.trunc(responses.length / Math.max(1, requests.length)))
  return requests.map((_, index) =>
    responses
      .slice(index * repeats, (index + 1) * repeats)
      .map(response => floats(rawAnswer(response, isRolling))),
  )
}
