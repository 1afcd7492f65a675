import type { GroupSummaries, GroupSummary } from '../metric/group.ts'
import type { Group, Results } from '../metric/types.ts'
import { compareText } from '../python/index.ts'
import { floatFigures } from './float-figures.ts'

/** Puts groups behind their tasks; without groups the object has nothing about them. */
export function addGroups(object: Results, { summaries }: GroupSummaries, groups: readonly Group[]): Results {
  const entries = summaries.map(summary => [summary.group.name, groupEntry(summary)] as const)
  const ofGroups = <T>(part: (summary: GroupSummary) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      summaries.flatMap(summary => {
        const value = part(summary)
        return value === undefined ? [] : [[summary.group.name, value]]
      }),
    )
  const aggregating = summaries.filter(({ group }) => group.metrics.length > 0).map(({ group }) => group.name)
  const { results, versions, higher_is_better } = object
  const samples = object['n-samples']
  return {
    results: { ...results, ...Object.fromEntries(entries) },
    ...(aggregating.length === 0
      ? {}
      : { groups: Object.fromEntries(entries.filter(([name]) => aggregating.includes(name))) }),
    ...(groups.length === 0
      ? {}
      : { group_subtasks: Object.fromEntries(groups.map(({ name, members }) => [name, members])) }),
    versions: sorted({ ...versions, ...ofGroups(({ group }) => group.version) }),
    'n-shot': sorted({ ...object['n-shot'], ...ofGroups(({ numFewshot }) => numFewshot) }),
    higher_is_better: sorted({ ...higher_is_better, ...ofGroups(({ directions }) => directions) }),
    ...(samples === undefined ? {} : { 'n-samples': samples }),
  }
}

function groupEntry({ group, size, figures }: GroupSummary): Record<string, unknown> {
  const { alias, name } = group
  if (size === undefined) return { alias, name }
  const keys = figures.flatMap(({ key, value, stderrKey, stderr }) => [
    [key, value] as const,
    [stderrKey, stderr] as const,
  ])
  const counts = figures.map(({ key, count }) => [key, count] as const)
  return {
    alias,
    name,
    sample_len: size,
    ...floatFigures(Object.fromEntries(keys)),
    ...(counts.length === 0 ? {} : { sample_count: Object.fromEntries(counts) }),
  }
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => compareText(a, b)))
}
