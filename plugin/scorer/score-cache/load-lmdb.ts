import type * as Lmdb from 'lmdb'

/** LMDB, loaded at first need: an optional dependency, since its prebuilt binary is not there for every system. */
export async function loadLmdb(): Promise<typeof Lmdb> {
  try {
    return await import('lmdb')
  } catch (cause) {
    throw new LmdbMissing(cause)
  }
}

/** LMDB is not installed, or its binary cannot be loaded on this system. */
export class LmdbMissing extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}
