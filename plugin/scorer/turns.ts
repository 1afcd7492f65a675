/**
 * Lets one holder at a time run, in the order in which they asked: callers that ask again after each batch take turns.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    let done = (): void => {}
    this.#last = new Promise(resolve => {
      done = resolve
    })
    await before
    try {
      return await work()
    } finally {
      done()
    }
  }
}
