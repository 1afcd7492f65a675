import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { compareText } from '../python/index.ts'
import type { SelectionWarning } from './select/selection-warning.ts'
import { identifyTask, type TaskIdentity } from './task-identity.ts'

/** A registered name. */
export interface IndexEntry {
  name: string
  kind: 'task' | 'group' | 'tag'
  /** Absolute; undefined for a tag. */
  file: string | undefined
  /** Names of a tag's tasks; empty for the others. */
  members: Set<string>
}

/** What the task folders define, by name. */
export interface TaskIndex {
  entries: Map<string, IndexEntry>
  /** The folders that were read, absolute, in order. */
  folders: string[]
}

/** Told about everything in task folders that stops nothing. */
export type OnSelectionWarning = (warning: SelectionWarning) => void

/** Folder of the tasks that ship with the package. */
export const shippedTasksDir = fileURLToPath(new URL('../../tasks', import.meta.url))

/**
 * Registers the tasks, groups and tags of every `*.yaml` below the folders (task-spec.md, 1.1). In one folder the first
 * file in path order keeps a name; across folders the later one wins, name by name, a tag as a whole. Unlike the harness,
 * files that cannot be read are told, and `node_modules` is left out.
 * @param folders absolute, the shipped tasks first
 */
export function indexTasks(folders: readonly string[], onWarning: OnSelectionWarning = () => {}): TaskIndex {
  const entries = new Map<string, IndexEntry>()
  for (const folder of folders) {
    for (const [name, entry] of indexFolder(folder, onWarning)) {
      const earlier = entries.get(name)
      if (earlier !== undefined) {
        const [here, there] = [entry, earlier].map(({ file, kind, name }) => file ?? `${kind} ${name}`)
        onWarning({
          code: 'task_overridden_by_later_path',
          message: `${name} of ${here} replaces ${name} of ${there}.`,
          file: entry.file ?? folder,
        })
      }
      entries.set(name, entry)
    }
  }
  return { entries, folders: [...folders] }
}

function indexFolder(folder: string, onWarning: OnSelectionWarning): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>()
  const included = new Set<string>()
  const parts: { file: string; identity: TaskIdentity & { kind: 'part' } }[] = []
  for (const file of taskFilesBelow(folder)) {
    const identity = identifyTask(file)
    if (identity.kind === 'broken') {
      const message = `${file} is left out, it cannot be read: ${identity.error.message}`
      onWarning({ code: 'task_file_skipped', message, file })
      continue
    }
    for (const other of identity.taskFile.files.slice(1)) included.add(other)
    if (identity.kind === 'part') parts.push({ file, identity })
    else register(entries, identity, file, onWarning)
  }
  for (const { file, identity } of parts) {
    if (included.has(file)) continue
    const code = identity.nameless ? 'task_file_without_name' : 'task_file_skipped'
    onWarning({ code, message: `${file} defines no task: ${identity.problem}.`, file })
  }
  return entries
}

function register(
  entries: Map<string, IndexEntry>,
  { kind, name, tags }: TaskIdentity & { kind: 'task' | 'group' },
  file: string,
  onWarning: OnSelectionWarning,
): void {
  const earlier = entries.get(name)
  if (earlier !== undefined) {
    const holder = earlier.file === undefined ? 'a tag of that name' : earlier.file
    onWarning({
      code: kind === 'task' ? 'duplicate_task_same_path' : 'duplicate_group_same_path',
      message: `The ${kind} ${name} of ${file} is left out: ${holder} was first; rename one of them.`,
      file,
    })
    return
  }
  entries.set(name, { name, kind, file, members: new Set() })
  for (const tag of tags) {
    const entry = entries.get(tag)
    if (entry === undefined)
      entries.set(tag, { name: tag, kind: 'tag', file: undefined, members: new Set([name]) })
    else if (entry.kind === 'tag') entry.members.add(name)
  }
}

function taskFilesBelow(folder: string): string[] {
  return globSync('**/*.yaml', {
    cwd: folder,
    dot: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/__pycache__/**', '**/.ipynb_checkpoints/**'],
    expandDirectories: false,
  })
    .map(file => resolve(folder, file))
    .sort(compareText)
}
