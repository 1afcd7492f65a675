import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** Counts up whenever the layout of the file changes, so that old and new versions do not disturb each other. */
const layoutVersion = 1
const ours = /^scores-\d+\.mdb(?:-lock)?$/u

/** File of a score cache's answers; LMDB keeps a lock file beside it. */
export function storeFile(folder: string): string {
  return join(folder, `scores-${layoutVersion}.mdb`)
}

/** Removes the files of a score cache, those of other versions of this package too, and nothing else. */
export function removeStoreFiles(folder: string): { files: number; bytes: number } {
  const removed = { files: 0, bytes: 0 }
  for (const name of storeFiles(folder)) {
    const file = join(folder, name)
    removed.bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0
    rmSync(file, { force: true })
    removed.files += 1
  }
  return removed
}

/** Removes a store that is larger than it may be, since its file never gets smaller; one in use on Windows stays. */
export function removeLarger(folder: string, maxBytes: number): void {
  if ((statSync(storeFile(folder), { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return
  try {
    removeStoreFiles(folder)
  } catch {
    // Another run finds it unused.
  }
}

/** Bytes of the files of a score cache. */
export function storeBytes(folder: string): number {
  return storeFiles(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function storeFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => ours.test(name))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** LMDB's mark, which stands at the same place of its files' first and second page. */
const magic = 0xbeefc0de
const magicOffset = 24
const pageSizeOffset = 48
const largestPage = 65_536

/**
 * Whether a file starts as LMDB's do, or is empty or not there yet. LMDB itself does not survive opening another kind of file: the
 * process would end.
 */
export function looksLikeStore(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return true
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(2 * largestPage)
    const head = bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0))
    if (head.length === 0) return true
    const pageSize = bytes.readUInt32LE(pageSizeOffset)
    const isPageSize = pageSize >= 512 && pageSize <= largestPage && (pageSize & (pageSize - 1)) === 0
    const places = [magicOffset, pageSize + magicOffset]
    return isPageSize && head.length >= 2 * pageSize && places.every(at => bytes.readUInt32LE(at) === magic)
  } finally {
    closeSync(handle)
  }
}

/**
 * Gives a file that was cut off its length back. Its last pages are then zeros, which LMDB reports as damage; reading behind the
 * end of a file would end the process.
 */
export function restoreLength(file: string, bytes: number): void {
  if (statSync(file).size < bytes) truncateSync(file, bytes)
}
