import { expect, test } from 'vitest'
import { judge } from '../../../plugin/metric/judge.ts'
import type { Response } from '../../../plugin/scorer/types.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { makeRequests, makeTask, metrics } from '../task.ts'

const step = (
  name: string,
  options: Record<string, unknown> = {},
): Task['filters'][number]['steps'][number] => ({
  function: name,
  options,
})

function generated(text: string): Response {
  return { text, stopReason: 'stop', tokens: 1, truncated: 0 }
}

function unanswered(text: string, filters: Task['filters'], doc: Record<string, unknown> = {}): unknown {
  const task = makeTask({ outputType: 'generate_until', metrics: metrics('exact_match'), filters })
  const request = makeRequests({
    doc,
    choices: undefined,
    gold: '4',
    target: '4',
    requests: [{ type: 'generate_until', context: 'Q', settings: {}, ordinal: 0 }],
  })
  return judge(task, request, [generated(text)]).unanswered
}

const number = { name: 'number', steps: [step('regex', { regex_pattern: '(\\d+)' }), step('take_first')] }
const own = { name: 'own', steps: [step('regex', { fallback: 'none' }), step('take_first')] }
const letter = { name: 'letter', steps: [step('multi_choice_regex'), step('take_first')] }

test.each([
  ['nothing found by any', 'no idea', [number, own], ['number', 'own']],
  ['found by one', 'it is 4', [number, own], ['own']],
  ['found by all', '#### 4', [number, own], undefined],
  ['a choice that is not in the text', 'who knows', [letter], ['letter']],
  ['a choice that is', 'it is red', [letter], undefined],
])('documents without an answer: %s', (_, text, filters, expected) => {
  expect(unanswered(text, filters, { choices: ['red', 'blue'] })).toEqual(expected)
})

test('a filter that looks for nothing finds everything', () => {
  expect(unanswered('[invalid]', [{ name: 'none', steps: [step('take_first')] }])).toBeUndefined()
})
