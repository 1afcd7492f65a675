import type { EvaluationResult } from '../../../plugin/evaluation/types.ts'
import { summariseResultGroups, toResults } from '../../../plugin/report/results.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import { compare } from '../runner/compare.ts'
import type { CaseOptions, OpenedCase } from '../runner/open-case.ts'
import type { CaseRow, Difference } from '../runner/outcome.ts'
import type { EvaluatedTask } from './task.ts'

/** Groups, their figures and the printed tables. */
export function compareGroups(
  { expected, options }: CaseRow,
  { groups }: OpenedCase,
  tasks: readonly EvaluatedTask[],
): { differences: Difference[]; warnings: { code: string }[] } {
  const results = tasks.flatMap(({ result }): EvaluationResult[] => (result === undefined ? [] : [result]))
  const object = toResults(results, groups)
  const tolerance = { tolerance: 1e-12 }
  const names = groups.map(({ name }) => name)
  const differences: Difference[] = []
  if (expected.group_subtasks !== undefined || groups.length > 0) {
    differences.push(
      ...compare('group_subtasks', expected.group_subtasks, object.group_subtasks),
      ...compare('groups', expected.groups, withoutStderrs(pick(object.results, names)), tolerance),
      ...compare('group_versions', expected.group_versions, pick(object.versions, names)),
      ...compare('n_shot', expected.n_shot, object['n-shot']),
      ...compare('versions', expected.versions, object.versions),
      ...compare('higher_is_better', expected.higher_is_better, object.higher_is_better),
    )
  }
  if ((options as CaseOptions | undefined)?.table === true) {
    differences.push(...compare('table', expected.table, renderTable(object)))
    const second = object.groups === undefined ? undefined : renderTable(object, 'groups')
    differences.push(...compare('groups_table', expected.groups_table, second))
  }
  return { differences, warnings: summariseResultGroups(results, groups).warnings }
}

function pick(object: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map(name => [name, object[name]]))
}

/** The recordings leave standard errors out. */
function withoutStderrs(groups: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, entry]) => [
      name,
      Object.fromEntries(Object.entries(entry as object).filter(([key]) => !key.includes('_stderr'))),
    ]),
  )
}

interface Sent {
  type: string
  task: string
  docId: number
  idx: number
  repeats: number
}

/** Requests in the order in which the harness's model gets them: by kind in order of first need, repeats side by side. */
export function compareOrder({ expected, options }: CaseRow, tasks: readonly EvaluatedTask[]): Difference[] {
  if (expected.lm_order === undefined) return []
  const kinds = new Map<string, Sent[]>()
  for (const { evaluation, documents } of tasks) {
    const { name, repeats } = evaluation.task
    const samples = (options as CaseOptions | undefined)?.samples?.[name] ?? []
    const numbered = documents.flatMap(({ docId, requests }, position) => {
      // With samples the harness numbers the selection, not the documents.
      const number = samples.length > 0 ? position : docId
      return requests.map(({ type, ordinal }, idx) => ({
        ordinal,
        type,
        task: name,
        docId: number,
        idx,
        repeats,
      }))
    })
    for (const sent of numbered.sort((a, b) => a.ordinal - b.ordinal)) {
      kinds.set(sent.type, [...(kinds.get(sent.type) ?? []), sent])
    }
  }
  const found = [...kinds.values()]
    .flat()
    .flatMap(({ type, task, docId, idx, repeats }) =>
      Array.from({ length: repeats }, () => [type, task, docId, idx]),
    )
  return compare('lm_order', expected.lm_order, found)
}
