import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { disjointWindow, rollingWindows } from '../../../plugin/scorer/tokens/rolling-windows.ts'

interface Case {
  id: string
  tokens: number[]
  prefix_token: number
  max_seq_len: number
  context_len: number
  expected: { windows: [number[], number[]][]; disjoint: [number[], number[]][]; error?: string }
}

const cases = readFileSync(new URL('../fixtures/rolling.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Case)

test.each(cases)('$id', ({ tokens, prefix_token, max_seq_len, context_len, expected }) => {
  const windows = () => rollingWindows(tokens, prefix_token, max_seq_len, context_len)
  if (expected.error !== undefined) {
    expect(windows).toThrow(RangeError)
    return
  }
  expect(windows().map(({ input, predicted }) => [input, predicted])).toEqual(expected.windows)
  const disjoint = windows().map(disjointWindow)
  expect(disjoint.map(({ context, continuation }) => [context, continuation])).toEqual(expected.disjoint)
})
