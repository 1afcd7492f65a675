import { LmEvalError } from '../errors.ts'
import { compareText } from '../python/index.ts'
import type { TaskWarning } from '../task/types.ts'
import { aggregateFigure, type GroupFigure, type TaskFigures } from './group-figures.ts'
import { thrownText } from './metric-error.ts'
import type { Group, GroupMetric } from './types.ts'

/** A task's result as its groups see it. */
export interface TaskSummary extends TaskFigures {
  numFewshot: number
  /** Whether higher is better, by metric; null where nobody says. */
  directions: Readonly<Record<string, boolean | null>>
}

/** A group's result. */
export interface GroupSummary {
  group: Group
  /** Sizes of its leaf tasks added up; undefined for a group that aggregates nothing. */
  size: number | undefined
  figures: GroupFigure[]
  /** Undefined where its direct members differ, or have none. */
  numFewshot: number | undefined
  /** Undefined where no direct member has any. */
  directions: Record<string, boolean | null> | undefined
}

export interface GroupSummaries {
  /** Members before the groups that hold them. */
  summaries: GroupSummary[]
  warnings: TaskWarning[]
}

/**
 * Results of groups from those of their tasks (metrics-spec.md, 5): figures over all leaf tasks at any depth; shots and
 * directions from direct members, parents first, so that a group of groups alone has none.
 * @param groups in the order of the selection: each before the groups within it
 * @param tasks by name; a member without a result takes no part
 * @throws LmEvalError METRIC where a group's standard error cannot be computed
 */
export function summariseGroups(
  groups: readonly Group[],
  tasks: Readonly<Record<string, TaskSummary>>,
): GroupSummaries {
  const warnings: TaskWarning[] = []
  const byName = new Map(groups.map(group => [group.name, group]))
  const taskOf = (name: string): TaskSummary | undefined =>
    Object.hasOwn(tasks, name) ? tasks[name] : undefined
  const figures = membersFirst(groups, byName).map(group => {
    const leaves = leavesOf(group, byName).map(name => [name, taskOf(name)] as const)
    return { group, ...aggregateGroup(group, leaves, warnings) }
  })
  const shots = new Map(Object.entries(tasks).map(([name, { numFewshot }]) => [name, numFewshot]))
  const directions = new Map(Object.entries(tasks).map(([name, task]) => [name, task.directions]))
  for (const group of groups) {
    const ofMembers = new Set(group.members.flatMap(name => shots.get(name) ?? []))
    const [shot] = ofMembers
    if (ofMembers.size === 1) shots.set(group.name, shot as number)
    const united = uniteDirections(group, directions, warnings)
    if (Object.keys(united).length > 0) directions.set(group.name, united)
  }
  const summaries = figures.map(entry => ({
    ...entry,
    numFewshot: shots.get(entry.group.name),
    directions: directions.get(entry.group.name),
  }))
  return { summaries, warnings }
}

type Leaves = readonly (readonly [name: string, task: TaskSummary | undefined])[]

function aggregateGroup(
  group: Group,
  leaves: Leaves,
  warnings: TaskWarning[],
): Pick<GroupSummary, 'size' | 'figures'> {
  if (group.metrics.length === 0) return { size: undefined, figures: [] }
  const figures = new Map<string, GroupFigure>()
  for (const metric of group.metrics) {
    for (const filter of metric.filters ?? filtersOf(metric, leaves)) {
      const figure = attempt(group, metric, () => aggregateFigure(metric, filter, leaves))
      warnings.push(...figureWarnings(group, `${metric.metric},${filter}`, figure, leaves))
      if (figure !== undefined) figures.set(figure.key, figure)
    }
  }
  const size = leaves.reduce((total, [, task]) => total + (task?.size ?? 0), 0)
  return { size, figures: [...figures.values()] }
}

/** Every filter that a leaf task has for the metric, sorted. */
function filtersOf({ metric }: GroupMetric, leaves: Leaves): string[] {
  const prefix = `${metric},`
  const keys = leaves.flatMap(([, task]) => Object.keys(task?.figures ?? {}))
  const filters = keys
    .filter(key => key.startsWith(prefix) && !key.includes('_stderr'))
    // text-ok: what follows a prefix that is there
    .map(key => key.slice(prefix.length))
  return [...new Set(filters)].sort(compareText)
}

function figureWarnings(
  group: Group,
  key: string,
  figure: GroupFigure | undefined,
  leaves: Leaves,
): TaskWarning[] {
  if (figure === undefined) {
    const message = `No task of the group ${group.name} has the metric ${key}: the group has no figure for it.`
    return [{ code: 'group_metric_none', message }]
  }
  const without = (names: readonly string[]): string => {
    const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
    return `${names.length} of its ${leaves.length} tasks (${names.slice(0, 5).join(', ')}${more})`
  }
  const warnings: TaskWarning[] = []
  const absent = leaves.flatMap(([name, task]) => (task === undefined ? [name] : []))
  if (absent.length > 0) {
    const message = `The group ${group.name} has no result of ${without(absent)}, which were not run or failed: its ${key} is no figure of the whole group.`
    warnings.push({ code: 'group_incomplete', message })
  }
  const lacking = figure.missing.filter(name => !absent.includes(name))
  if (lacking.length > 0) {
    const message = `The group ${group.name} has ${key} without ${without(lacking)}, which lack it.`
    warnings.push({ code: 'group_metric_missing', message })
  }
  return warnings
}

function uniteDirections(
  { name, members }: Group,
  known: ReadonlyMap<string, Readonly<Record<string, boolean | null>>>,
  warnings: TaskWarning[],
): Record<string, boolean | null> {
  const united: Record<string, boolean | null> = {}
  for (const member of members) {
    for (const [metric, direction] of Object.entries(known.get(member) ?? {})) {
      if (!Object.hasOwn(united, metric)) united[metric] = direction
      else if (united[metric] !== null && united[metric] !== direction) {
        united[metric] = null
        const message = `Members of the group ${name} do not agree whether higher is better for ${metric}: the group does not say.`
        warnings.push({ code: 'group_higher_is_better_conflict', message })
      }
    }
  }
  return united
}

/** Names of all tasks below a group; one that two subgroups hold counts twice. */
function leavesOf({ members }: Group, groups: ReadonlyMap<string, Group>): string[] {
  return members.flatMap(name => {
    const group = groups.get(name)
    return group === undefined ? [name] : leavesOf(group, groups)
  })
}

function membersFirst(groups: readonly Group[], byName: ReadonlyMap<string, Group>): Group[] {
  const inside = new Set(groups.flatMap(({ members }) => members))
  const ordered = new Set<Group>()
  const visit = (group: Group): void => {
    if (ordered.has(group)) return
    for (const member of group.members) {
      const subgroup = byName.get(member)
      if (subgroup !== undefined) visit(subgroup)
    }
    ordered.add(group)
  }
  for (const group of groups) if (!inside.has(group.name)) visit(group)
  return [...ordered]
}

function attempt<T>({ name }: Group, { metric }: GroupMetric, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const problem = `Group ${name}, metric ${metric}: ${thrownText(error)}.`
    throw new LmEvalError(problem, { code: 'METRIC', cause: error })
  }
}
