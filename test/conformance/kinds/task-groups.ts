import { compare } from '../runner/compare.ts'
import type { OpenedCase } from '../runner/open-case.ts'
import type { CaseRow, Difference } from '../runner/outcome.ts'
import type { EvaluatedTask } from './task.ts'

/** Groups, their figures and the printed tables. */
export function compareGroups(
  { expected }: CaseRow,
  { groups }: OpenedCase,
  _tasks: readonly EvaluatedTask[],
): { differences: Difference[]; warnings: { code: string }[] } {
  const members = Object.fromEntries(groups.map(({ name, members: list }) => [name, list]))
  const differences =
    expected.group_subtasks === undefined ? [] : compare('group_subtasks', expected.group_subtasks, members)
  return { differences, warnings: [] }
}

interface Sent {
  type: string
  task: string
  docId: number
  idx: number
  repeats: number
}

/** Requests in the order in which the harness's model gets them: by kind in order of first need, repeats side by side. */
export function compareOrder({ expected }: CaseRow, tasks: readonly EvaluatedTask[]): Difference[] {
  if (expected.lm_order === undefined) return []
  const kinds = new Map<string, Sent[]>()
  for (const { evaluation, documents } of tasks) {
    const { name, repeats } = evaluation.task
    const numbered = documents.flatMap(({ docId, requests }) =>
      requests.map((request, idx) => ({
        ordinal: request.ordinal,
        type: request.type,
        task: name,
        docId,
        idx,
        repeats,
      })),
    )
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
