import type { Database, RootDatabase } from 'lmdb'

type Answers = Database<Buffer, Buffer>

/** How many generations there are; a miss asks each of them. */
const count = 4
/**
 * What a generation may take of the whole: besides the four of them, LMDB needs room for the copies of pages that a write makes, which
 * for the smallest stores are as many as a generation has.
 */
const share = 1 / (count + 2)

const binary = { encoding: 'binary', keyEncoding: 'binary' } as const
const turnKey = Buffer.from('turn')

/** An answer to be written. */
export interface Entry {
  key: Buffer
  value: Buffer
  /** The older generation that it stands in so far. */
  old: Answers | undefined
}

/**
 * Keeps answers within a number of bytes. They are written into the youngest of four generations; when that is full, the oldest is
 * emptied and becomes the youngest. An answer that is asked for moves to the youngest, so that what goes is what has not been used
 * for longest, without a time kept for each answer. Every process reads in the file which generation is the youngest.
 */
export class Generations {
  readonly #root: RootDatabase<Buffer, Buffer>
  readonly #state: Answers
  readonly #all: Answers[]
  readonly #bytesOfOne: number
  #turn = 0

  constructor(root: RootDatabase<Buffer, Buffer>, maxBytes: number) {
    this.#root = root
    this.#bytesOfOne = maxBytes * share
    this.#state = root.openDB({ name: 'state', ...binary })
    this.#all = Array.from({ length: count }, (_, place) =>
      root.openDB({ name: `answers${place}`, ...binary }),
    )
    this.refresh()
  }

  /** Sees which generation other processes have made the youngest. */
  refresh(): void {
    this.#turn = Number(this.#state.get(turnKey)?.toString() ?? 0)
  }

  get(key: Buffer): Omit<Entry, 'key'> | undefined {
    for (let age = 0; age < count; age += 1) {
      const generation = this.#aged(age)
      const value = generation.get(key)
      if (value !== undefined) return { value, old: age === 0 ? undefined : generation }
    }
    return undefined
  }

  /** Writes all or nothing, and starts a new generation where the youngest is full. */
  write(entries: Iterable<Entry>): void {
    // What is read in the transaction is then the newest, whatever other processes did.
    this.#root.resetReadTxn()
    this.#root.transactionSync(() => {
      this.refresh()
      for (const { key, value, old } of entries) {
        old?.removeSync(key)
        this.#aged(0).putSync(key, value)
      }
      if (!this.#isFull()) return
      this.#aged(-1).clearSync()
      this.#state.putSync(turnKey, Buffer.from(String(this.#turn + 1)))
    })
    this.refresh()
  }

  /** All answers, the oldest generation first. */
  *all(): Iterable<{ key: Buffer; value: Buffer }> {
    for (let age = count - 1; age >= 0; age -= 1) yield* this.#aged(age).getRange()
  }

  entries(): number {
    return this.#all.reduce((sum, generation) => sum + statsOf(generation).entryCount, 0)
  }

  /** Generation by age: 0 is the youngest; -1, the next to be that, is the oldest. */
  #aged(age: number): Answers {
    return this.#all[(this.#turn - age + count) % count] as Answers
  }

  #isFull(): boolean {
    const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = statsOf(this.#aged(0))
    return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages) >= this.#bytesOfOne
  }
}

interface Stats {
  pageSize: number
  entryCount: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
  lastPageNumber: number
}

/** LMDB's own figures, which lmdb gives without a type. */
function statsOf(database: Answers): Stats {
  return database.getStats() as Stats
}

/** Bytes that a file must have for all pages that it says it has. */
export function bytesOfPages(root: RootDatabase<Buffer, Buffer>): number {
  const { pageSize, lastPageNumber } = statsOf(root)
  return pageSize * (lastPageNumber + 1)
}
