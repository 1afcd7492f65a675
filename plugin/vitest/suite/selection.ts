import type { RunnerTask } from 'vitest'

/**
 * Ids of the documents that this run selected (`-t`, `.only`, `FILE:LINE`, a rerun of single tests), in suite order. When
 * none is, a gate was asked for alone, and it needs all of them.
 */
export function selectedDocuments(
  tasks: readonly RunnerTask[],
  ids: ReadonlyMap<string, number>,
): readonly number[] {
  const all: number[] = []
  const selected: number[] = []
  for (const task of tasks) {
    const docId = ids.get(task.name)
    if (docId === undefined) continue
    all.push(docId)
    if (task.mode === 'run' || task.mode === 'queued') selected.push(docId)
  }
  return selected.length === 0 ? all : selected
}
