// Compiled by `npm run types`, never run: the types a user relies on.
import { expect } from 'vitest'
import { defineConfig } from 'vitest/config'
import { type EvaluationResult, evaluate, lmEval } from '../../plugin/index.ts'

export default defineConfig({ plugins: [lmEval({ tasks: ['wsc273'], provider: ['cuda', 'cpu'] })] })

export async function matchers(): Promise<void> {
  const result: EvaluationResult = await evaluate('wsc273', { limit: 10 })
  expect(result).toReachMetric('acc', { atLeast: 0.5 })
  expect(result).not.toReachMetric('acc', { closeTo: 0.5, within: 0.1 })
  expect.soft(result).toReachMetric('acc', { atMost: 1, filter: 'none' })
  await expect(evaluate('wsc273')).resolves.toReachMetric('acc', { atLeast: 0.5 })
  expect({ result }).toEqual({ result: expect.toReachMetric('acc', { atLeast: 0.5 }) })
  expect(result).toMatchBaseline()
  expect(result).toMatchBaseline({ name: 'wsc', tolerance: 0.01, metric: 'acc' })
  // @ts-expect-error a bound that does not exist
  expect(result).toReachMetric('acc', { above: 0.5 })
  // @ts-expect-error an option that does not exist
  lmEval({ task: 'wsc273' })
  // @ts-expect-error a provider that does not exist
  lmEval({ provider: 'gpu' })
}
