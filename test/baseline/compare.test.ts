import { describe, expect, test } from 'vitest'
import { compareMetric, describeComparison, provenanceDifferences } from '../../plugin/baseline/compare.ts'
import type { MetricResult } from '../../plugin/metric/types.ts'

function metric(value: number, higherIsBetter: boolean | undefined = true): MetricResult {
  return { metric: 'acc', filter: 'none', value, stderr: 0.01, higherIsBetter, count: 100 }
}

test.each([
  [0.5, 0.5, 0, true, true, 'same'],
  [0.1 + 0.2, 0.3, 0, true, true, 'same'],
  [1234567.0000001, 1234567, 0, true, true, 'same'],
  [0.5000001, 0.5, 0, true, false, 'better'],
  [0.49, 0.5, 0, true, false, 'worse'],
  [0.49, 0.5, 0, false, false, 'better'],
  [0.51, 0.5, 0, undefined, false, 'changed'],
  [0.49, 0.5, 0.01, true, true, 'worse'],
  [0.489, 0.5, 0.01, true, false, 'worse'],
  [1e-15, 1e-16, 0, true, false, 'better'],
  [Number.NaN, 0.5, 1, true, false, 'changed'],
  [Number.POSITIVE_INFINITY, 12, Number.POSITIVE_INFINITY, false, false, 'worse'],
] as const)('%d against %d with tolerance %d', (now, stored, tolerance, higherIsBetter, pass, direction) => {
  // An explicit undefined would take the default of the helper.
  const current = { ...metric(now), higherIsBetter }
  expect(compareMetric(current, stored, tolerance)).toMatchObject({ pass, direction, stored, current: now })
})

describe('message', () => {
  test('has metric, both figures, the difference and what to do', () => {
    const comparison = compareMetric(metric(0.58), 0.6, 0)
    expect(describeComparison('wsc273', comparison, [])).toBe(
      'wsc273: acc is 0.58, the baseline is 0.6 (-0.02, worse). Run `vitest -u` to accept it.',
    )
  })

  test('names the filter, and what else differs', () => {
    const comparison = compareMetric(
      { ...metric(0.58, undefined), filter: 'strict', higherIsBetter: undefined },
      0.5,
      0,
    )
    expect(describeComparison('gsm', comparison, ['documents 100 → 20'])).toBe(
      'gsm: acc,strict is 0.58, the baseline is 0.5 (+0.08, different). The baseline was made under other conditions: documents 100 → 20. Run `vitest -u` to accept it.',
    )
  })

  test('a figure that is no number has no difference', () => {
    expect(describeComparison('t', compareMetric(metric(Number.NaN), 0.5, 0), [])).toBe(
      't: acc is NaN, the baseline is 0.5 (different). Run `vitest -u` to accept it.',
    )
  })
})

test('differences of provenance are those that both sides know, hashes cut short', () => {
  const hash = (digit: string): string => digit.repeat(64)
  const stored = { model: 'a', weightsHash: hash('1'), documents: 273, precision: 'fp32' }
  const now = { model: 'b', weightsHash: hash('2'), documents: 20, precision: 'fp32', taskHash: hash('3') }
  expect(provenanceDifferences(stored, now)).toEqual([
    'model a → b',
    'weights 11111111… → 22222222…',
    'documents 273 → 20',
  ])
  expect(provenanceDifferences(undefined, now)).toEqual([])
})
