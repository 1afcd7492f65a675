/**
 * Numbers the requests of all evaluated documents in the harness's order, whichever are asked for: a document's first
 * number is the count of all requests before it.
 */
export class RequestNumbers {
  readonly #order: readonly number[]
  readonly #positions: ReadonlyMap<number, number> | undefined
  readonly #countOf: (docId: number) => number
  /** Number of requests before each document of the order, as far as counted. */
  readonly #before: number[] = [0]

  /**
   * @param order ids of the evaluated documents
   * @param isComplete whether the order is that of all documents, so that a document's id is its position
   * @param countOf number of requests of a document; a document that cannot be read has none
   */
  constructor(order: readonly number[], isComplete: boolean, countOf: (docId: number) => number) {
    this.#order = order
    this.#positions = isComplete ? undefined : new Map(order.map((docId, index) => [docId, index]))
    this.#countOf = countOf
  }

  /** Place of a document in the order. @throws RangeError for a document that is not evaluated */
  position(docId: number): number {
    const position = this.#positions === undefined ? docId : this.#positions.get(docId)
    if (position !== undefined) return position
    throw new RangeError(`document ${docId} is not among those to evaluate`)
  }

  /** Number of the first request of the document at a position. */
  first(position: number): number {
    for (let place = this.#before.length - 1; place < position; place++) {
      this.#before.push((this.#before[place] as number) + this.#countOf(this.#order[place] as number))
    }
    return this.#before[position] as number
  }
}
