import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Counts up whenever the layout of the store changes, so that old and new versions do not disturb each other. */
const layoutVersion = 1
/** Stores, and what is left of stores that were being removed or mended. */
const ours = /^(?:scores|removed|mended)-\d+$/u

/** Folder of LMDB's two files; they come and go together. */
export function storeFolder(folder: string): string {
  return join(folder, `scores-${layoutVersion}`)
}

/** File of the answers. */
export function storeFile(folder: string): string {
  return join(storeFolder(folder), 'data.mdb')
}

/**
 * Removes a score cache, those of other versions of this package too, and nothing else. A store leaves its place in one step: a
 * process that has it open goes on with what nobody else sees, and none can meet one of its files without the other.
 * @returns bytes removed
 */
export function removeStores(folder: string): number {
  const bytes = storeBytes(folder)
  for (const name of storeNames(folder)) {
    const away = join(folder, `removed-${process.pid}`)
    if (name.startsWith('scores')) renameSync(join(folder, name), away)
    rmSync(name.startsWith('scores') ? away : join(folder, name), { recursive: true, force: true })
  }
  return bytes
}

/** Removes a store that is larger than it may be, since its file never gets smaller; one in use on Windows stays. */
export function removeLarger(folder: string, maxBytes: number): void {
  if ((statSync(storeFile(folder), { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return
  try {
    removeStores(folder)
  } catch {
    // Another run finds it unused.
  }
}

/** Bytes of a score cache on disk. */
export function storeBytes(folder: string): number {
  const files = storeNames(folder).flatMap(name =>
    readdirSync(join(folder, name)).map(file => join(folder, name, file)),
  )
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}

function storeNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory() && ours.test(entry.name))
      .map(({ name }) => name)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
