import { describe, expect, it, test } from 'vitest'
import { accAll, accAllStderr, type ParagraphAnswer } from '../../../plugin/metric/acc-all.ts'
import { aggregations, textAggregations } from '../../../plugin/metric/aggregations.ts'
import { registeredMetrics } from '../../../plugin/metric/registry.ts'
import { softmax } from '../../../plugin/metric/softmax.ts'
import { near, plain, recordedCases, toleranceOf } from './recorded-cases.ts'

interface AggregationCase {
  id: string
  kind: string
  tol?: string
  note?: string
  input: { aggregation: string; items: unknown[]; x: number[] }
  expect: { value?: unknown; error?: string }
}

const cases = recordedCases<AggregationCase>('aggregation')
const ofKind = (kind: string): AggregationCase[] => cases.filter(entry => entry.kind === kind)
/** Text as a median: the harness gives back the text, which no table of ours could hold. */
const refused = ['aggregation/aggregate/0023']

describe('aggregations', () => {
  it.each(ofKind('aggregate'))('$id $input.aggregation', ({ id, input, expect: recorded, tol }) => {
    const items = plain(input.items) as unknown[]
    const value = (): number =>
      input.aggregation === 'acc_all'
        ? accAll(items as ParagraphAnswer[])
        : (aggregations[input.aggregation]?.value(items) as number)
    if (recorded.error !== undefined || refused.includes(id)) {
      expect(value).toThrow()
      return
    }
    const found = value()
    expect(near(found, recorded.value, toleranceOf(tol)), `${found} for ${recorded.value}`).toBe(true)
  })

  it.each(ofKind('acc_all_stderr'))('$id', ({ input, expect: recorded }) => {
    expect(near(accAllStderr(input.items as ParagraphAnswer[]), recorded.value, 1e-12)).toBe(true)
  })

  it.each(ofKind('softmax'))('$id', ({ input, expect: recorded }) => {
    const found = softmax(plain(input.x) as number[])
    for (const [index, share] of (recorded.value as unknown[]).entries()) {
      expect(near(found[index], share, 1e-14)).toBe(true)
    }
  })
})

test('names, default aggregations and directions are those of the registry', () => {
  const [registry] = ofKind('registry')
  const recorded = registry?.expect as unknown as {
    aggregations: string[]
    metrics: Record<string, { aggregation: string; higher_is_better: boolean }>
  }
  expect([...Object.keys(aggregations), ...textAggregations].sort()).toEqual(recorded.aggregations.sort())
  expect(
    Object.fromEntries(
      Object.entries(registeredMetrics).map(([name, { aggregation, higherIsBetter }]) => [
        name,
        { aggregation, higher_is_better: higherIsBetter },
      ]),
    ),
  ).toEqual(recorded.metrics)
})
