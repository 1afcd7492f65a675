import { describe, expect, test } from 'vitest'
import { summariseGroups, type TaskSummary } from '../../plugin/metric/group.ts'
import type { Group, Results } from '../../plugin/metric/types.ts'
import { pyStr } from '../../plugin/python/index.ts'
import { addGroups } from '../../plugin/report/group-results.ts'
import { renderTable } from '../../plugin/report/table.ts'
import { fixtureRows, plain } from '../metric/fixtures.ts'

interface RecordedGroup {
  group: string
  group_alias?: string
  metadata?: { version?: unknown }
  children: (string | RecordedGroup)[]
  aggregate_metric_list?: RecordedMetric | RecordedMetric[]
}

interface RecordedMetric {
  metric: string
  filter_list?: string | string[] | null
  weight_by_size?: boolean
}

interface GroupCase {
  id: string
  note?: string
  input: {
    groups: RecordedGroup[]
    tasks: Record<string, Record<string, unknown> & { sample_len: number }>
  }
  expect: { error?: string; value: Results & { table: string; groups_table?: string } }
}

/** Results objects and tables of lm-eval 0.4.13 over given task results. */
describe('recorded groups', () => {
  const rows = fixtureRows<GroupCase>('groups', new URL('./fixtures/', import.meta.url))
  // An aggregation other than the mean is refused where task files are read.
  const cases = rows.filter(({ expect: { error } }) => error === undefined)
  test.each(cases)('$id $note', ({ input, expect: { value: recorded } }) => {
    const groups = input.groups.flatMap(flatten)
    const object = addGroups(
      taskResults(recorded, Object.keys(input.tasks)),
      summaries(input, recorded, groups),
      groups,
    )
    for (const part of ['results', 'groups'] as const) {
      expectNear(object[part], recorded[part])
    }
    for (const part of ['group_subtasks', 'versions', 'n-shot', 'higher_is_better'] as const) {
      expect(plain(object[part]), part).toEqual(plain(recorded[part]))
    }
    expect(renderTable(object)).toBe(recorded.table)
    if (typeof recorded.groups_table === 'string') {
      expect(renderTable(object, 'groups')).toBe(recorded.groups_table)
    } else expect(object.groups).toBeUndefined()
  })
})

function flatten({ group, group_alias, metadata, children, aggregate_metric_list }: RecordedGroup): Group[] {
  const metrics = [aggregate_metric_list ?? []].flat()
  const self: Group = {
    name: group,
    alias: group_alias ?? group,
    version: metadata?.version === undefined ? 'N/A' : pyStr(metadata.version),
    members: children.map(child => (typeof child === 'string' ? child : child.group)),
    metrics: metrics.map(({ metric, filter_list, weight_by_size }) => ({
      metric,
      filters: filter_list === null || filter_list === undefined ? undefined : [filter_list].flat(),
      weightBySize: weight_by_size ?? true,
    })),
  }
  return [self, ...children.flatMap(child => (typeof child === 'string' ? [] : flatten(child)))]
}

function summaries(input: GroupCase['input'], recorded: Results, groups: readonly Group[]) {
  const tasks = Object.entries(input.tasks).map(
    ([name, { sample_len, ...figures }]): [string, TaskSummary] => [
      name,
      {
        figures: plain(figures) as TaskSummary['figures'],
        size: Number(sample_len),
        numFewshot: recorded['n-shot'][name] as number,
        directions: recorded.higher_is_better[name] ?? {},
      },
    ],
  )
  return summariseGroups(groups, Object.fromEntries(tasks))
}

function taskResults(recorded: Results, tasks: readonly string[]): Results {
  const pick = <T>(part: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(part).filter(([name]) => tasks.includes(name)))
  return {
    results: pick(recorded.results),
    versions: pick(recorded.versions),
    'n-shot': pick(recorded['n-shot']),
    higher_is_better: pick(recorded.higher_is_better),
  }
}

function expectNear(found: unknown, recorded: unknown): void {
  const expected = plain(recorded)
  const value = plain(found)
  if (typeof expected === 'number') {
    if (Number.isNaN(expected)) expect(value).toBeNaN()
    else expect(Math.abs((value as number) - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected))
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(value as object)).toEqual(Object.keys(expected))
    for (const [key, member] of Object.entries(expected))
      expectNear((value as Record<string, unknown>)[key], member)
  } else expect(value).toEqual(expected)
}
