import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeFolder } from './store-file.ts'

/** Remembers that a process that had a store open crashed: damage that LMDB does not notice may have been the reason. */
export function suspectStore(folder: string): void {
  try {
    if (existsSync(storeFolder(folder))) writeFileSync(join(storeFolder(folder), 'suspect'), '')
  } catch {
    // A folder that cannot be written to has no cache.
  }
}

export function isSuspect(folder: string): boolean {
  return existsSync(join(storeFolder(folder), 'suspect'))
}

/** Puts a mended copy, the store of another folder, in the place of a store. */
export function replaceStore(folder: string, mended: string): void {
  const away = join(folder, `removed-${process.pid}`)
  renameSync(storeFolder(folder), away)
  renameSync(storeFolder(mended), storeFolder(folder))
  for (const rest of [away, mended]) rmSync(rest, { recursive: true, force: true })
}

/** An empty folder for a mended copy. */
export function folderToMend(folder: string): string {
  const made = join(folder, `mended-${process.pid}`)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  return made
}
