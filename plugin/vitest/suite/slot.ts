/** Why a document has no score although nothing is wrong with it: its test is skipped, not failed. */
export class NotScored extends Error {
  override readonly name = 'NotScored'
}

/** A promise that somebody else settles, once. */
export class Slot<T> {
  readonly promise: Promise<T>
  settled = false
  /** Whether a test has waited for it already. */
  taken = false
  #resolve!: (value: T) => void
  #reject!: (reason: unknown) => void

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.promise.catch(() => {})
  }

  resolve(value: T): void {
    this.settled = true
    this.#resolve(value)
  }

  reject(reason: unknown): void {
    this.settled = true
    this.#reject(reason)
  }
}
