import { accAll, accAllStderr, type ParagraphAnswer } from '../../../plugin/metric/acc-all.ts'
import { aggregations } from '../../../plugin/metric/aggregations.ts'
import { registeredMetrics } from '../../../plugin/metric/registry.ts'
import { softmax } from '../../../plugin/metric/softmax.ts'
import { weightedF1 } from '../../../plugin/metric/weighted-f1.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { checkValue, type Recorded, scoringCase } from './scoring-case.ts'
import { memoryTask } from './scoring-memory-task.ts'

/** An aggregation over recorded items. */
export const checkAggregate: CheckCase = row => {
  const recorded = scoringCase<{ aggregation: string; items: unknown[] }>(row)
  const { aggregation, items } = recorded.input
  return checkValue(recorded, () => {
    if (aggregation === 'acc_all') return accAll(plain(items) as ParagraphAnswer[])
    if (aggregation === 'weighted_f1_score') return weightedF1(items)
    const found = Object.hasOwn(aggregations, aggregation) ? aggregations[aggregation] : undefined
    // An error here would count as one that the case may expect.
    return found === undefined ? `no aggregation ${aggregation}` : found.value(items)
  })
}

/** The standard error of acc_all. */
export const checkAccAllStderr: CheckCase = row => {
  const recorded = scoringCase<{ items: unknown[] }>(row)
  return checkValue(recorded, () => accAllStderr(plain(recorded.input.items) as ParagraphAnswer[]))
}

/** Shares of log-likelihoods. */
export const checkSoftmax: CheckCase = row => {
  const recorded = scoringCase<{ x: unknown[] }>(row)
  return checkValue(recorded, () => softmax(recorded.input.x.map(Number)))
}

/** Names of metrics and aggregations, with their defaults. */
export const checkRegistry: CheckCase = async row => {
  const { expect } = scoringCase(row)
  const metrics = Object.entries(registeredMetrics).map(([name, { aggregation, higherIsBetter }]) => [
    name,
    { aggregation, higher_is_better: higherIsBetter },
  ])
  const defaults: Recorded = {}
  for (const outputType of Object.keys(expect.default_metric_list as Recorded)) {
    const task = await memoryTask({
      output_type: outputType,
      doc_to_text: '{{q}}',
      doc_to_target: '{{a}}',
      ...(outputType === 'multiple_choice' ? { doc_to_choice: ['a', 'b'] } : {}),
    })
    defaults[outputType] = task.metrics.map(({ metric }) => metric)
  }
  return outcomeOf([
    ...compare('aggregations', expect.aggregations, Object.keys(aggregations).sort()),
    ...compare('metrics', expect.metrics, Object.fromEntries(metrics)),
    ...compare('default_metric_list', expect.default_metric_list, defaults),
  ])
}

function plain(value: unknown): unknown {
  if (value instanceof Number) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
