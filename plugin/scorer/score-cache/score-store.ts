import { mkdirSync } from 'node:fs'
import type { RootDatabase } from 'lmdb'
import type { CacheSpec } from '../types.ts'
import { bytesOfPages, type Entry, Generations } from './generations.ts'
import { loadLmdb } from './load-lmdb.ts'
import { mendStore } from './mend.ts'
import { removeLarger, removeStores, storeFile, storeFolder } from './store-file.ts'
import { looksLikeStore, restoreLength } from './store-header.ts'
import { DamagedStore, isDamage, storeProblem } from './store-problem.ts'
import { isSuspect } from './suspect-store.ts'

/** Answers that are written together at most. */
const writtenTogether = 256
/** Part of the time that writing may take: a slow disk is written to less often. */
const writingShare = 0.05

/**
 * Stored answers, by key, in a folder that several processes may use at once. Nothing is thrown: what goes wrong turns the store off
 * and is told in `problem`. Writing waits for the disk, in one go for many answers. (LMDB's own background writing would end the
 * process where a disk is full: it leaves a promise that nobody can catch.)
 */
export class ScoreStore {
  /** Why the store is off, in one sentence; undefined while it works. */
  problem: string | undefined
  readonly #folder: string
  #root: RootDatabase<Buffer, Buffer> | undefined
  #generations: Generations | undefined
  /** What is still to be written, by key. */
  readonly #pending = new Map<string, Entry>()
  #nextWriting = 0
  #scheduled = false

  private constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Opens the store, and makes it where there is none.
   * @param suspect opens one that a process crashed with as it is; else it is mended first
   */
  static async open(cache: CacheSpec, { suspect = false } = {}): Promise<ScoreStore> {
    const store = new ScoreStore(cache.folder)
    try {
      const { open } = await loadLmdb()
      if (!suspect && isSuspect(cache.folder)) mendStore(cache)
      store.#openFile(open, cache.maxBytes)
    } catch (error) {
      store.#fail(error)
    }
    return store
  }

  /** Sees what other processes did. */
  refresh(): void {
    this.#attempt(generations => generations.refresh())
  }

  get(key: Buffer): Buffer | undefined {
    return this.#attempt(generations => {
      const waiting = this.#pending.size === 0 ? undefined : this.#pending.get(nameOf(key))
      if (waiting !== undefined) return waiting.value
      const found = generations.get(key)
      if (found?.old !== undefined) this.#write({ key, ...found })
      return found?.value
    })
  }

  /** Keeps an answer; it is written soon, and at the latest by `flush`. */
  put(key: Buffer, value: Buffer): void {
    this.#attempt(() => this.#write({ key, value, old: undefined }))
  }

  /** Writes what is waiting: then other processes see it, and this one may end. */
  flush(): void {
    if (this.#pending.size === 0) return
    const started = performance.now()
    this.#attempt(generations => generations.write(this.#pending.values()))
    this.#pending.clear()
    const ended = performance.now()
    this.#nextWriting = ended + (ended - started) / writingShare
  }

  /** Gives up the state of the file that was read last, which others cannot write over as long as it may be read. */
  release(): void {
    this.#attempt(() => this.#root?.resetReadTxn())
  }

  /** All answers, those that were not used for longest first. */
  all(): Iterable<{ key: Buffer; value: Buffer }> {
    const answers = this.#generations?.all() ?? []
    const fail = (error: unknown) => this.#fail(error)
    return (function* () {
      try {
        yield* answers
      } catch (error) {
        fail(error)
      }
    })()
  }

  /** Number of answers. */
  entries(): number {
    return this.#attempt(generations => generations.entries()) ?? 0
  }

  async close(): Promise<void> {
    this.flush()
    await this.#closeFile()
  }

  #openFile(open: typeof import('lmdb').open, maxBytes: number): void {
    const path = storeFile(this.#folder)
    removeLarger(this.#folder, maxBytes)
    mkdirSync(storeFolder(this.#folder), { recursive: true })
    if (!looksLikeStore(path)) throw new DamagedStore('it holds something else')
    const root = open<Buffer, Buffer>({
      path: storeFolder(this.#folder),
      noSubdir: false,
      maxDbs: 8,
      encoding: 'binary',
      keyEncoding: 'binary',
    })
    this.#root = root
    // Readers that were killed would keep the pages they saw from being used again.
    root.readerCheck()
    // As a writer, so that no other process can be about to make the file longer.
    root.transactionSync(() => restoreLength(path, bytesOfPages(root)))
    this.#generations = new Generations(root, maxBytes)
  }

  #write(entry: Entry): void {
    this.#pending.set(nameOf(entry.key), entry)
    if (this.#pending.size >= writtenTogether) this.flush()
    else if (!this.#scheduled && performance.now() >= this.#nextWriting) {
      this.#scheduled = true
      setImmediate(() => {
        this.#scheduled = false
        this.flush()
      })
    }
  }

  #attempt<T>(use: (generations: Generations) => T): T | undefined {
    if (this.#generations === undefined) return undefined
    try {
      return use(this.#generations)
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  #fail(error: unknown): void {
    this.problem ??= storeProblem(error, storeFile(this.#folder))
    this.#pending.clear()
    const closing = this.#closeFile()
    if (isDamage(error)) closing.then(() => removeStores(this.#folder)).catch(() => {})
  }

  async #closeFile(): Promise<void> {
    const root = this.#root
    this.#root = undefined
    this.#generations = undefined
    await root?.close().catch(() => {})
  }
}

function nameOf(key: Buffer): string {
  return key.toString('latin1')
}
