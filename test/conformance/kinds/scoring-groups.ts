import { summariseGroups, type TaskSummary } from '../../../plugin/metric/group.ts'
import type { Group, Results } from '../../../plugin/metric/types.ts'
import { pyFloat } from '../../../plugin/python/index.ts'
import { addGroups } from '../../../plugin/report/group-results.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import { readGroup } from '../../../plugin/task/select/group-config.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { compareValue, type Recorded, scoringCase } from './scoring-case.ts'

interface Input {
  groups: RecordedGroup[]
  tasks: Record<string, Recorded>
  higher_is_better: Record<string, Record<string, boolean | null>> | null
  num_fewshot: Record<string, number> | null
  versions: Recorded | null
}

interface RecordedGroup extends Recorded {
  group: string
  children: (string | RecordedGroup)[]
}

/** A results object with groups over given results of tasks, and its tables. */
export const checkGroups: CheckCase = async row => {
  const { input, expect, options } = scoringCase<Input>(row)
  if (expect.error !== undefined) {
    return outcomeOf(await compareValue('value', expect, () => resultsOf(input), options))
  }
  const { configs, table, groups_table, ...recorded } = expect.value as Recorded
  const object = resultsOf(input)
  const second = object.groups === undefined ? undefined : renderTable(object, 'groups')
  return outcomeOf([
    ...compare('value', recorded, object, options),
    ...compare('keys', Object.keys(recorded), Object.keys(object)),
    ...['results', 'groups'].flatMap(part =>
      compare(`${part} keys`, keysOf(recorded[part]), keysOf(object[part as 'results'])),
    ),
    ...compare('table', table, renderTable(object)),
    ...compare('groups_table', groups_table, second),
  ])
}

function resultsOf(input: Input): Results {
  const groups = input.groups.flatMap(group => groupsOf(group))
  const summaries = Object.keys(input.tasks).map((name): [string, TaskSummary] => [
    name,
    summaryOf(input, name),
  ])
  return addGroups(taskResults(input), summariseGroups(groups, Object.fromEntries(summaries)), groups)
}

/** A group and those within it, as the product reads them from a task file. */
function groupsOf({ group: name, children, ...mapping }: RecordedGroup): Group[] {
  const position = { file: 'group.yaml', line: 1, column: 1 }
  const taskFile = { file: 'group.yaml', config: mapping, files: [], locate: () => position }
  const group = readGroup({ name, taskFile, path: [], mapping }, () => {})
  group.members = children.map(child => (typeof child === 'string' ? child : child.group))
  return [group, ...children.flatMap(child => (typeof child === 'string' ? [] : groupsOf(child)))]
}

function summaryOf(input: Input, name: string): TaskSummary {
  const { sample_len, alias, name: ownName, ...figures } = input.tasks[name] as Recorded
  const plain = Object.entries(figures).map(([key, value]) => [key, value === 'N/A' ? value : Number(value)])
  return {
    figures: Object.fromEntries(plain) as TaskSummary['figures'],
    size: Number(sample_len),
    numFewshot: Number(input.num_fewshot?.[name] ?? 0),
    directions: directionsOf(input, name),
  }
}

/** Where the case does not say, a higher acc is better, there are no shots, and the version is 1.0. */
function directionsOf({ higher_is_better }: Input, name: string): Record<string, boolean | null> {
  return higher_is_better?.[name] ?? { acc: true }
}

function taskResults(input: Input): Results {
  const { tasks, versions, num_fewshot } = input
  const ofTasks = <T>(value: (name: string, entry: Recorded) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(tasks).map(([name, entry]) => [name, value(name, entry)]))
  return {
    results: ofTasks((name, entry) => ({ name, ...('alias' in entry ? {} : { alias: name }), ...entry })),
    versions: ofTasks(name => versions?.[name] ?? pyFloat(1)),
    'n-shot': ofTasks(name => num_fewshot?.[name] ?? 0),
    higher_is_better: ofTasks(name => directionsOf(input, name)),
    'n-samples': ofTasks((_, { sample_len }) => ({
      original: sample_len as number,
      effective: sample_len as number,
    })),
  }
}

function keysOf(entries: unknown): unknown {
  if (entries === undefined) return undefined
  return Object.entries(entries as Record<string, Recorded>).map(([name, entry]) => [
    name,
    Object.keys(entry),
  ])
}
