import { describe, expect, test } from 'vitest'
import { summariseGroups, type TaskSummary } from '../../plugin/metric/group.ts'
import type { Group } from '../../plugin/metric/types.ts'

const group = (name: string, members: string[], changes: Partial<Group> = {}): Group => ({
  name,
  alias: name,
  version: 'N/A',
  members,
  metrics: [{ metric: 'acc', filters: undefined, weightBySize: true }],
  ...changes,
})

const task = (acc: number, size: number, changes: Partial<TaskSummary> = {}): TaskSummary => ({
  figures: { 'acc,none': acc, 'acc_stderr,none': 'N/A' },
  size,
  numFewshot: 0,
  directions: { acc: true },
  ...changes,
})

describe('warnings', () => {
  const codes = (groups: Group[], tasks: Record<string, TaskSummary>) =>
    summariseGroups(groups, tasks).warnings.map(({ code }) => code)

  test('a metric that some tasks lack, filter by filter', () => {
    const strict = task(1, 3, { figures: { 'acc,strict': 1, 'acc_stderr,strict': 'N/A' } })
    const { summaries, warnings } = summariseGroups([group('g', ['a', 'b'])], { a: task(0.5, 3), b: strict })
    expect(warnings).toEqual([
      {
        code: 'group_metric_missing',
        message: 'The group g has acc,none without 1 of its 2 tasks (b), which lack it.',
      },
      {
        code: 'group_metric_missing',
        message: 'The group g has acc,strict without 1 of its 2 tasks (a), which lack it.',
      },
    ])
    expect(summaries[0]?.figures.map(({ key, value, count }) => [key, value, count])).toEqual([
      ['acc,none', 0.5, 3],
      ['acc,strict', 1, 3],
    ])
  })

  test('a metric that no task has, where its filter is named', () => {
    const named = group('g', ['a'], { metrics: [{ metric: 'f1', filters: ['none'], weightBySize: true }] })
    const found = group('g', ['a'], { metrics: [{ metric: 'f1', filters: undefined, weightBySize: true }] })
    expect(codes([named], { a: task(1, 2) })).toEqual(['group_metric_none'])
    expect(codes([found], { a: task(1, 2) })).toEqual([])
  })

  test('a direction that members do not agree on is none for good', () => {
    const down = task(1, 2, { directions: { acc: false } })
    const { summaries, warnings } = summariseGroups([group('g', ['a', 'b', 'c'])], {
      a: task(1, 2),
      b: down,
      c: task(1, 2),
    })
    expect(warnings.map(({ code }) => code)).toEqual(['group_higher_is_better_conflict'])
    expect(summaries[0]?.directions).toEqual({ acc: null })
  })
})

test('shots are those on which all members agree', () => {
  const shots = (a: number, b: number) =>
    summariseGroups([group('g', ['a', 'b'])], {
      a: task(1, 2, { numFewshot: a }),
      b: task(1, 2, { numFewshot: b }),
    }).summaries[0]?.numFewshot
  expect(shots(5, 5)).toBe(5)
  expect(shots(5, 0)).toBeUndefined()
})

test('a task that was not evaluated takes no part', () => {
  const { summaries, warnings } = summariseGroups([group('g', ['a', 'gone'])], { a: task(0.25, 4) })
  expect(warnings).toEqual([
    {
      code: 'group_incomplete',
      message:
        'The group g has no result of 1 of its 2 tasks (gone), which were not run or failed: its acc,none is no figure of the whole group.',
    },
  ])
  expect(summaries[0]).toMatchObject({ size: 4, figures: [{ value: 0.25, missing: ['gone'] }] })
})
