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
  /** First column of each row's part of the band, and the one behind its last. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  /** Where column 0 of each row would stand; only the band is kept, so that memory grows with the length alone. */
  readonly #offsets: Float64Array
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
    this.#from = new Int32Array(length + 1)
    this.#to = new Int32Array(length + 1)
    this.#offsets = new Float64Array(length + 1)
    let size = 0
    for (let row = 0; row <= length; row++) {
      const [from, to] = this.#band(row)
      this.#from[row] = from
      this.#to[row] = to
      this.#offsets[row] = size - from
      size += to - from
    }
    this.#costs = new Int32Array(size)
    this.#edits = new Uint8Array(size)
    for (let column = 0; column <= reference.length; column++) {
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
    let column = this.#reference.length
    while (row > 0 || column > 0) {
      const step = this.#edits[(this.#offsets[row] as number) + column] as number
      path.push(step)
      if (step !== edit.insertion) row -= 1
      if (step !== edit.deletion) column -= 1
    }
    return path.reverse()
  }

  /** Of equally cheap edits keeping or substituting comes first, then deletion: the alignment depends on it. */
  #fillRow(row: number, word: number): void {
    const reference = this.#reference
    const costs = this.#costs
    const edits = this.#edits
    const offset = this.#offsets[row] as number
    const to = this.#to[row] as number
    const from = this.#from[row] as number
    const aboveOffset = this.#offsets[row - 1] as number
    const aboveFrom = this.#from[row - 1] as number
    const aboveTo = this.#to[row - 1] as number
    let diagonal = from > aboveFrom ? (costs[aboveOffset + from - 1] as number) : unreached
    let left = unreached
    for (let column = from; column < to; column++) {
      const above = column < aboveTo ? (costs[aboveOffset + column] as number) : unreached
      const same = reference[column - 1] === word
      let cost = same ? diagonal : diagonal + 1
      let chosen: number = same ? edit.keep : edit.substitute
      if (above + 1 < cost) {
        cost = above + 1
        chosen = edit.deletion
      }
      if (left + 1 < cost) {
        cost = left + 1
        chosen = edit.insertion
      }
      left = Math.min(cost, unreached)
      diagonal = above
      costs[offset + column] = left
      edits[offset + column] = chosen
    }
  }

  #band(row: number): [from: number, to: number] {
    const width = this.#reference.length + 1
    if (row === 0) return [0, width]
    const ratio = this.#reference.length / this.#length
    const reach = beam < ratio / 2 ? Math.ceil(ratio / 2 + beam) : beam
    const diagonal = Math.floor(row * ratio)
    const to = row === this.#length ? width : Math.min(width, diagonal + reach)
    return [Math.max(0, diagonal - reach), to]
  }
}
