import { formatPosition, LmEvalError } from '../../errors.ts'
import { compareText } from '../../python/index.ts'
import type { TaskIndex } from '../task-registry.ts'
import type { Group, TaskSpec } from '../types.ts'
import { SelectionBuilder } from './build-members.ts'
import type { TaskEntry } from './match-tasks.ts'
import { type GroupNode, leavesOf, subgroupsOf, type TaskNode } from './selection-tree.ts'
import type { SelectionWarning } from './selection-warning.ts'

/** What a run consists of. */
export interface Selection {
  /** In order of first appearance. */
  tasks: { name: string; spec: TaskSpec }[]
  groups: Group[]
  warnings: SelectionWarning[]
}

interface Built {
  node: TaskNode | GroupNode
  entry: TaskEntry
}

/**
 * Expands groups and tags into tasks with their overrides (task-spec.md, 1.3 and 4). Only YAML files are read. A task or
 * group that a glob or folder found yields to a selected group that holds it.
 * @throws LmEvalError TASK_NOT_FOUND for a name that is not registered; TASK_FIELD for a task selected twice, a cycle or a
 * group that cannot be built; TASK_FILE for a file that cannot be read
 */
export function selectTasks(entries: readonly TaskEntry[], index: TaskIndex): Selection {
  const builder = new SelectionBuilder(index, entries)
  const all = entries.flatMap(entry => builder.build(entry).map((node): Built => ({ node, entry })))
  const built = all.filter(item => !isHeldByGroup(item, all))
  const tasks = new Map<string, TaskNode>()
  const groups = new Map<string, GroupNode>()
  for (const { node } of built) {
    if (node.kind === 'task') addTask(tasks, node)
    else {
      groups.set(node.name, node)
      for (const leaf of leavesOf(node)) tasks.set(leaf.name, leaf)
      for (const group of subgroupsOf(node)) groups.set(group.name, group)
    }
  }
  refuseTwoOwners(built)
  refuseCircularNames(groups)
  return {
    tasks: [...tasks.values()].map(({ name, spec }) => ({ name, spec })),
    groups: [...groups.values()].map(({ group, children }) => ({ ...group, members: [...children.keys()] })),
    warnings: builder.warnings,
  }
}

function isHeldByGroup({ node, entry }: Built, all: readonly Built[]): boolean {
  if (entry.kind !== 'file' || !entry.matched) return false
  return all.some(({ node: other }) => {
    if (other === node || other.kind === 'task') return false
    const inside = node.kind === 'task' ? leavesOf(other) : subgroupsOf(other)
    return inside.some(held => held.name === node.name && held.file === node.file)
  })
}

/** The harness lets the later of two task files with one name win in silence; here both are named. */
function addTask(tasks: Map<string, TaskNode>, node: TaskNode): void {
  const earlier = tasks.get(node.name)
  if (earlier?.isTopLevel && earlier.file !== node.file) {
    const places = [earlier.file, node.file].map(file => ({ file, line: 1, column: 1 }))
    throw new LmEvalError(
      `Two selected files define a task named ${node.name}: ${earlier.file} and ${node.file}; rename one of them.`,
      { code: 'TASK_FIELD', at: places },
    )
  }
  tasks.set(node.name, node)
}

function refuseTwoOwners(built: readonly Built[]): void {
  const owners = new Map<string, string>()
  for (const { node } of built) {
    for (const { name } of node.kind === 'task' ? [node] : leavesOf(node)) {
      const owner = owners.get(name)
      if (owner !== undefined && owner !== node.name) {
        const [first, second] = [owner, node.name].map(by =>
          by === name ? 'by its own name' : `through the group ${by}`,
        )
        throw new LmEvalError(
          `The task ${name} is selected twice, ${first} and ${second}; ask for one of them.`,
          { code: 'TASK_FIELD' },
        )
      }
      owners.set(name, node.name)
    }
  }
}

/** Members renamed to the name of a group above them would make a tree without end, in which the harness crashes. */
function refuseCircularNames(groups: ReadonlyMap<string, GroupNode>): void {
  const done = new Set<string>()
  const visit = (node: GroupNode, above: readonly GroupNode[]): void => {
    if (above.includes(node)) {
      const { at } = node
      throw new LmEvalError(
        `${formatPosition(at)}: the group ${node.name} holds a member that an override (a mapping with task: ${node.name}) gave the group's own name; write group: ${node.name} in that mapping.`,
        { code: 'TASK_FIELD', at },
      )
    }
    if (done.has(node.name)) return
    done.add(node.name)
    for (const name of node.children.keys()) {
      const group = groups.get(name)
      if (group !== undefined) visit(group, [...above, node])
    }
  }
  for (const node of [...groups.values()].sort((a, b) => compareText(a.name, b.name))) visit(node, [])
}
