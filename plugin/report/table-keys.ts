import type { Results } from '../metric/types.ts'
import { compareText } from '../python/index.ts'

export interface TableKey {
  key: string
  /** What stands before the alias: nothing, or spaces and `- ` for a member of a group. */
  indent: string
}

/**
 * Keys of a table in the order of its rows: groups with their members below them (both sorted, a task in two groups
 * twice, each time as deep as where it stands last), then everything that is in no group, sorted. Members that have no entry
 * are left out, their own members stay.
 * @param sort every key once, by name, with the same indentation
 */
export function textTableKeys(results: Results, column: 'results' | 'groups', sort: boolean): TableKey[] {
  const entries = results[column] ?? {}
  const groups = results.group_subtasks ?? {}
  const members = new Set(Object.values(groups).flat())
  const depths = new Map<string, number>()
  const ordered: string[] = []
  const visit = (key: string, above: readonly string[]): void => {
    if (above.includes(key)) return
    depths.set(key, above.length)
    if (Object.hasOwn(entries, key)) ordered.push(key)
    for (const member of [...(groups[key] ?? [])].sort(compareText)) visit(member, [...above, key])
  }
  for (const root of Object.keys(groups).sort(compareText)) if (!members.has(root)) visit(root, [])
  const names = Object.keys(entries).sort(compareText)
  const keys = sort ? names : [...ordered, ...names.filter(key => !depths.has(key))]
  return keys.map(key => {
    const depth = depths.get(key) ?? 0
    return { key, indent: depth === 0 ? '' : `${' '.repeat(depth)}- ` }
  })
}
