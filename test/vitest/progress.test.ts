import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestCase, TestModule } from 'vitest/node'
import { Progress } from '../../plugin/vitest/reporter/progress.ts'

const isTerminal = process.stdout.isTTY

beforeEach(() => {
  vi.useFakeTimers()
  process.stdout.isTTY = false
})

afterEach(() => {
  vi.useRealTimers()
  process.stdout.isTTY = isTerminal
})

/** As much of a module as progress looks at. */
function moduleOf(task: string, tests: number): TestModule {
  const children = { tests: () => Array.from({ length: tests }, () => ({ options: { mode: 'run' } })) }
  const suite = { children, meta: () => ({ lmEvalSuite: { task, documents: tests - 1 } }) }
  return { id: task, children: { suites: () => [suite] } } as unknown as TestModule
}

function resultIn(module: TestModule): TestCase {
  return { module, result: () => ({ state: 'passed' }) } as unknown as TestCase
}

test('off a terminal a line is printed at once, then one every ten seconds until the module ends', () => {
  const lines: string[] = []
  const progress = new Progress(line => lines.push(line))
  const module = moduleOf('wsc273', 274)
  progress.collected(module)
  expect(lines).toEqual([' … wsc273: scoring, 274 tests of 273 documents and their gates'])
  for (let done = 0; done < 40; done++) progress.answered(resultIn(module))
  vi.advanceTimersByTime(10_000)
  expect(lines.at(-1)).toBe(' … wsc273: 40 of 274 tests')
  vi.advanceTimersByTime(20_000)
  expect(lines).toHaveLength(4)
  progress.ended(module)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(4)
})

test("on a terminal Vitest's own counter is the progress", () => {
  process.stdout.isTTY = true
  const lines: string[] = []
  new Progress(line => lines.push(line)).collected(moduleOf('wsc273', 274))
  expect(lines).toEqual([])
})
