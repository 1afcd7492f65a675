import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import { resolveMetrics } from '../../../plugin/metric/resolve-metrics.ts'
import type { Sample } from '../../../plugin/metric/types.ts'
import type { RequestBuilder } from '../../../plugin/task/requests.ts'
import type { Doc, DocumentRequests, Task } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, type Difference, outcomeOf } from '../runner/outcome.ts'
import { compareValue, type Recorded, scoringCase } from './scoring-case.ts'
import { memoryTask, requestBuilder } from './scoring-memory-task.ts'
import { recordedResponse } from './scoring-responses.ts'

interface Input {
  task: Recorded
  docs: Doc[]
  results: unknown[][]
}

/** A task's metrics for each document from its filtered answers, and summed up. */
export const checkProcessResults: CheckCase = async row => {
  const { input, expect, options } = scoringCase<Input>(row)
  const open = async (): Promise<{ task: Task; builder: RequestBuilder }> => {
    const task = await memoryTask(input.task)
    resolveMetrics(task)
    return { task, builder: requestBuilder(task, input.docs) }
  }
  if (expect.constructor_error !== undefined) {
    return outcomeOf(await compareValue('constructor', { error: expect.constructor_error }, open, options))
  }
  const { task, builder } = await open()
  const metrics = resolveMetrics(task)
  const directions = [...metrics].map(([name, { higherIsBetter }]) => [name, higherIsBetter ?? null])
  const differences = [
    ...compare('metrics', expect.metrics, [...metrics.keys()]),
    ...compare('higher_is_better', expect.higher_is_better, Object.fromEntries(directions)),
    ...compare('multiple_target', expect.multiple_target, builder.first.multipleTarget),
    ...compare('multiple_input', expect.multiple_input, builder.first.multipleInput),
  ]
  const samples: Sample[] = []
  for (const [docId, recorded] of (expect.per_doc as Recorded[]).entries()) {
    const failed = typeof recorded.error === 'string'
    const action = (): Recorded => {
      const sample = judgeDocument(task, builder.build(docId), input.results[docId] ?? [])
      if (!failed) samples.push(sample)
      return sample.values
    }
    const expected = failed ? recorded : { value: recorded }
    differences.push(...(await compareValue(`per_doc[${docId}]`, expected, action, options)))
    if (!failed) differences.push(...compareKeys(`per_doc[${docId}]`, recorded, samples.at(-1)))
  }
  for (const [metric, recorded] of Object.entries(expect.aggregated as Recorded)) {
    const expected = isError(recorded) ? recorded : { value: recorded }
    const action = () => aggregateMetric(task, samples, metric)
    differences.push(...(await compareValue(`aggregated.${metric}`, expected, action, options)))
  }
  return outcomeOf(differences)
}

/** A recording may have other numbers of answers than there are requests: the answers come as they are, one for each. */
function judgeDocument(task: Task, made: DocumentRequests, results: readonly unknown[]): Sample {
  const responses = results.map(result => recordedResponse(result, task.outputType))
  const [first] = made.requests
  const requests = results.map((_, index) => made.requests[index] ?? first)
  return judge(task, { ...made, requests: requests as DocumentRequests['requests'] }, responses)
}

function compareKeys(where: string, recorded: Recorded, sample: Sample | undefined): Difference[] {
  return compare(`${where} keys`, Object.keys(recorded), Object.keys(sample?.values ?? {}))
}

async function aggregateMetric(task: Task, samples: readonly Sample[], metric: string): Promise<number> {
  const alone = samples.map(sample => ({ ...sample, values: { [metric]: sample.values[metric] } }))
  const [result] = await aggregate(task, alone, { bootstrapIters: 0 })
  if (result === undefined) throw new Error(`no figure for ${metric}`)
  return result.value
}

function isError(value: unknown): value is { error: string } {
  return typeof value === 'object' && value !== null && 'error' in value
}
