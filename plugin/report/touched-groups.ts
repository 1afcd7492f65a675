import type { EvaluationResult } from '../evaluation/types.ts'
import type { Group } from '../metric/types.ts'

/** Groups of trees with a task, at any depth, that was evaluated. */
export function touchedGroups(groups: readonly Group[], results: readonly EvaluationResult[]): Group[] {
  const touched = holders(groups, new Set(results.map(({ task }) => task)))
  for (let size = -1; size < touched.size; ) {
    size = touched.size
    for (const { name, members } of groups) {
      if (touched.has(name)) for (const member of members) touched.add(member)
    }
  }
  return groups.filter(({ name }) => touched.has(name))
}

/** The names, and those of all groups that hold one of them at any depth. */
export function holders(groups: readonly Group[], names: Set<string>): Set<string> {
  for (let size = -1; size < names.size; ) {
    size = names.size
    for (const { name, members } of groups) if (members.some(member => names.has(member))) names.add(name)
  }
  return names
}
