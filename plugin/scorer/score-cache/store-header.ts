import { closeSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

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
  if (!existsSync(file)) return true
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
