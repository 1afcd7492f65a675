/** How a word of the prediction or the reference is accounted for. */
export const edit = { keep: 0, substitute: 1, deletion: 2, insertion: 3 } as const

/** Columns on either side of the diagonal that are looked at. */
const beam = 25

/** Larger than any number of edits. */
const unreached = 0x3fffffff

/**
 * Edit distances of word sequences of one length to one reference, in a band around the diagonal, as sacrebleu's TER has
 * them. Rows that a sequence shares with the one before it are kept: in the search for shifts most are.
 */
export class EditDistance {
  readonly #reference: Int32Array
  readonly #length: number
  readonly #width: number
  readonly #costs: Int32Array
  readonly #edits: Uint8Array
  /** The sequence that the rows are of; nothing at first. */
  #words: Int32Array | undefined

  /**
   * @param reference words as numbers
   * @param length number of words of every sequence to come
   */
  constructor(reference: Int32Array, length: number) {
    this.#reference = reference
    this.#length = length
    this.#width = reference.length + 1
    this.#costs = new Int32Array((length + 1) * this.#width)
    this.#edits = new Uint8Array((length + 1) * this.#width)
    for (let column = 0; column < this.#width; column++) {
      this.#costs[column] = column
      this.#edits[column] = edit.insertion
    }
  }

  /** Number of insertions, deletions and substitutions that make the reference of the words. */
  distance(words: Int32Array): number {
    let row = 1
    if (this.#words !== undefined)
      while (row <= this.#length && words[row - 1] === this.#words[row - 1]) row++
    this.#words = words.slice()
    for (; row <= this.#length; row++) this.#fillRow(row, words[row - 1] as number)
    return this.#costs[this.#costs.length - 1] as number
  }

  /** The edits behind the last {@link distance}, from the first word on. */
  edits(): number[] {
    const path: number[] = []
    let row = this.#length
    let column = this.#width - 1
    while (row > 0 || column > 0) {
      const step = this.#edits[row * this.#width + column] as number
      path.push(step)
      if (step !== edit.insertion) row -= 1
      if (step !== edit.deletion) column -= 1
    }
    return path.reverse()
  }

  /** Of equally cheap edits keeping or substituting comes first, then deletion: the alignment depends on it. */
  #fillRow(row: number, word: number): void {
    const costs = this.#costs
    const edits = this.#edits
    const at = row * this.#width
    const above = at - this.#width
    costs.fill(unreached, at, at + this.#width)
    const [from, to] = this.#band(row)
    for (let column = from; column < to; column++) {
      let cost = unreached
      let chosen: number = edit.deletion
      if (column > 0) {
        const same = this.#reference[column - 1] === word
        cost = (costs[above + column - 1] as number) + (same ? 0 : 1)
        chosen = same ? edit.keep : edit.substitute
      }
      const deleted = (costs[above + column] as number) + 1
      if (deleted < cost) {
        cost = deleted
        chosen = edit.deletion
      }
      const inserted = column > 0 ? (costs[at + column - 1] as number) + 1 : unreached
      if (inserted < cost) {
        cost = inserted
        chosen = edit.insertion
      }
      costs[at + column] = Math.min(cost, unreached)
      edits[at + column] = chosen
    }
  }

  #band(row: number): [from: number, to: number] {
    const ratio = this.#reference.length / this.#length
    const width = beam < ratio / 2 ? Math.ceil(ratio / 2 + beam) : beam
    const diagonal = Math.floor(row * ratio)
    const to = row === this.#length ? this.#width : Math.min(this.#width, diagonal + width)
    return [Math.max(0, diagonal - width), to]
  }
}
