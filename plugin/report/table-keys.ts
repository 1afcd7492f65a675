import type { Results } from '../metric/types.ts'
import { compareText } from '../python/index.ts'

export interface TableKey {
  key: string
  /** What stands before the alias: nothing, or spaces and `- ` for a member of a group. */
  indent: string
}

/**
 * Keys of a table in the order of its rows: groups with their members below them (both sorted, a task in two groups
 * twice), then everything that is in no group, sorted. Members that have no entry are left out, their own members stay.
 */
export function textTableKeys(results: Results, column: 'results' | 'groups', sort: boolean): TableKey[] {
  const entries = results[column] ?? {}
  const groups = results.group_subtasks ?? {}
  const members = new Set(Object.values(groups).flat())
  const rows: TableKey[] = []
  const visit = (key: string, above: readonly string[]): void => {
    if (above.includes(key)) return
    const indent = above.length === 0 ? '' : `${' '.repeat(above.length)}- `
    if (Object.hasOwn(entries, key)) rows.push({ key, indent })
    for (const member of [...(groups[key] ?? [])].sort(compareText)) visit(member, [...above, key])
  }
  for (const root of Object.keys(groups).sort(compareText)) if (!members.has(root)) visit(root, [])
  const placed = new Set(rows.map(({ key }) => key))
  for (const key of Object.keys(entries).sort(compareText))
    if (!placed.has(key)) rows.push({ key, indent: '' })
  return sort ? rows.sort((a, b) => compareText(a.key, b.key)) : rows
}
