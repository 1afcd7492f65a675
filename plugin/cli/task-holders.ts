import { compareText } from '../python/index.ts'
import { type Selection, selectTasks } from '../task/select/select-tasks.ts'
import type { TaskIndex } from '../task/task-registry.ts'

/** Told about everything that stops nothing. */
export type OnListWarning = (warning: { code: string; message: string }) => void

/** Which groups and tags hold a name: the index knows only the other direction. */
export class TaskHolders {
  readonly #groups = new Map<string, Set<string>>()
  readonly #tags = new Map<string, Set<string>>()

  /** Builds every registered group; one that cannot be built is told. */
  constructor(index: TaskIndex, onWarning: OnListWarning) {
    for (const { name, kind, members } of index.entries.values()) {
      if (kind === 'tag') for (const member of members) note(this.#tags, member, name)
      if (kind !== 'group') continue
      try {
        this.add(selectTasks([{ kind: 'name', name }], index))
      } catch (error) {
        const message = `The group ${name} cannot be built: ${(error as Error).message}`
        onWarning({ code: 'group_broken', message })
      }
    }
  }

  /** Learns the groups of a selection. */
  add({ groups }: Selection): void {
    for (const group of groups) for (const member of group.members) note(this.#groups, member, group.name)
  }

  /** Sorted. */
  groupsOf(name: string): string[] {
    return [...(this.#groups.get(name) ?? [])].sort(compareText)
  }

  /** Sorted. */
  tagsOf(name: string): string[] {
    return [...(this.#tags.get(name) ?? [])].sort(compareText)
  }
}

function note(holders: Map<string, Set<string>>, name: string, holder: string): void {
  holders.set(name, (holders.get(name) ?? new Set()).add(holder))
}
