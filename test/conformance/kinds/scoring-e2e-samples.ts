import type { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import { filterAnswers } from '../../../plugin/metric/filter-answers.ts'
import { rawAnswer } from '../../../plugin/metric/raw-answers.ts'
import type { Sample } from '../../../plugin/metric/types.ts'
import { type CompareOptions, compare } from '../runner/compare.ts'
import type { Difference } from '../runner/outcome.ts'
import type { Recorded } from './scoring-case.ts'
import type { AnsweredDocument } from './scoring-e2e.ts'
import { argumentsOf } from './scoring-e2e-model.ts'

interface Scored {
  evaluation: TaskEvaluation
  documents: ReadonlyMap<number, AnsweredDocument>
  /** The harness's `samples` option for this task: it logs entry number i of the list for the document at position i. */
  ids: readonly number[] | undefined
}

/** Sample records of a task: all documents of the first filter, then those of the next. */
export function compareSamples(
  where: string,
  recorded: readonly Recorded[],
  { evaluation, documents, ids }: Scored,
  options: CompareOptions,
): Difference[] {
  const { order, samples, task } = evaluation
  const found = task.filters.flatMap(({ name: filter }, place) =>
    order.map((docId, position) => {
      const { requests, responses } = documents.get(docId) as AnsweredDocument
      const values = valuesOf(samples.get(docId) as Sample, filter, place)
      const isRolling = task.outputType === 'loglikelihood_rolling'
      const repeats = responses.length / requests.requests.length
      return {
        doc_id: ids?.[position] ?? docId,
        doc: requests.doc,
        target: requests.target,
        arguments: requests.requests.map(argumentsOf),
        resps: requests.requests.map((_, index) =>
          responses
            .slice(index * repeats, (index + 1) * repeats)
            .map(response => rawAnswer(response, isRolling)),
        ),
        filtered_resps: filterAnswers(task, requests, responses).get(filter)?.(),
        filter,
        metrics: Object.keys(values),
        ...values,
      }
    }),
  )
  return compare(where, recorded.map(withoutHashes), found, options)
}

function valuesOf({ values, filtered }: Sample, filter: string, place: number): Recorded {
  return place === 0 ? values : (filtered?.[filter] ?? {})
}

function withoutHashes({ doc_hash, prompt_hash, target_hash, ...record }: Recorded): Recorded {
  return record
}
