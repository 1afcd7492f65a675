import { LmdbMissing } from './load-lmdb.ts'

/** A file that cannot be what it should be. */
export class DamagedStore extends Error {}

/**
 * LMDB's codes for a file whose content contradicts itself: MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_VERSION_MISMATCH, MDB_INVALID,
 * MDB_PAGE_FULL, MDB_BAD_TXN.
 */
const damageCodes: readonly unknown[] = [-30797, -30796, -30794, -30793, -30786, -30782]

/** Whether the file is of no use any more, and not merely out of reach. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedStore || damageCodes.includes((error as { code?: unknown }).code)
}

/** Why a store is off and what to do, in one sentence. */
export function storeProblem(error: unknown, file: string): string {
  const reason = String((error as Error).message).split('\n', 1)[0]
  if (error instanceof LmdbMissing)
    return `the package lmdb cannot be loaded (${reason}): install it again, or set cache: false.`
  if (isDamage(error))
    return `${file} was damaged (${reason}) and has been removed: the next run starts a new one.`
  return `${file} cannot be used (${reason}): set cache to a folder on a local disk that can be written to, or to false.`
}
