import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Vitest } from 'vitest/node'

interface Watched {
  /** Task files by the file that they depend on without importing it: data, baselines. */
  tasks: Map<string, Set<string>>
  /** Content of each watched file when the last run ended. */
  seen: Map<string, string | undefined>
}

const watchedOf = new WeakMap<Vitest, Watched>()

/** Lets a change of a file that no module imports (data, baseline) rerun the tasks that depend on it. */
export function watchTaskFiles(vitest: Vitest, taskFiles: readonly string[]): void {
  if (watchedOf.has(vitest) || !vitest.config.watch) return
  const watched: Watched = { tasks: new Map(), seen: new Map() }
  watchedOf.set(vitest, watched)
  vitest.vite.watcher.add([...taskFiles])
  vitest.config.watchTriggerPatterns = [
    ...(vitest.config.watchTriggerPatterns ?? []),
    { pattern: /./u, testsToRun: file => dependents(watched, file) },
  ]
}

/** Names the files that a task depends on. */
export function watchDependencies(vitest: Vitest, taskFile: string, files: readonly string[]): void {
  const watched = watchedOf.get(vitest)
  if (watched === undefined) return
  for (const file of files) {
    const tasks = watched.tasks.get(file) ?? new Set()
    watched.tasks.set(file, tasks.add(taskFile))
    if (!watched.seen.has(file)) watched.seen.set(file, fingerprint(file))
  }
  vitest.vite.watcher.add([...files])
}

/** Remembers what the watched files hold now, so that a baseline which the run itself wrote starts no rerun. */
export function markSeen(vitest: Vitest): void {
  const watched = watchedOf.get(vitest)
  if (watched === undefined) return
  for (const file of watched.tasks.keys()) watched.seen.set(file, fingerprint(file))
}

function dependents(watched: Watched, file: string): string[] | undefined {
  const tasks = watched.tasks.get(file)
  if (tasks === undefined) return undefined
  const now = fingerprint(file)
  if (now === watched.seen.get(file)) return undefined
  watched.seen.set(file, now)
  return [...tasks]
}

function fingerprint(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    return undefined
  }
}
