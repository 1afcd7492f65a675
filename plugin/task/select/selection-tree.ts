import type { SourcePosition } from '../../errors.ts'
import type { Group, TaskSpec } from '../types.ts'

export interface TaskNode {
  kind: 'task'
  name: string
  file: string
  /** Selected itself, not through a group. */
  isTopLevel: boolean
  spec: TaskSpec
}

export interface GroupNode {
  kind: 'group'
  name: string
  file: string
  at: SourcePosition
  group: Group
  /** By name; a repeated name keeps the first position and the later member. */
  children: Map<string, TaskNode | GroupNode>
}

/** All tasks below a group, in order. */
export function leavesOf(node: GroupNode): TaskNode[] {
  return [...node.children.values()].flatMap(child => (child.kind === 'task' ? [child] : leavesOf(child)))
}

/** All groups below a group, each before its own. */
export function subgroupsOf(node: GroupNode): GroupNode[] {
  return [...node.children.values()].flatMap(child =>
    child.kind === 'task' ? [] : [child, ...subgroupsOf(child)],
  )
}
