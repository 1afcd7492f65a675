const newline = 0x0a

/** Called with each line, without its end; the bytes are its own only until it returns. */
export type OnLine = (bytes: Uint8Array) => void

/** Cuts a stream of bytes into lines at `\n`, and holds no more than one of them. */
export class LineSplitter {
  readonly #longest: number
  #parts: Uint8Array[] = []
  #held = 0

  /** @param longest bytes of a line at most */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** @throws RangeError for a line that is too long */
  feed(bytes: Uint8Array, onLine: OnLine): void {
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      this.#emit(bytes.subarray(start, end), onLine)
      start = end + 1
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start))
  }

  /** Gives the last line, if it has no end of its own. */
  end(onLine: OnLine): void {
    if (this.#held > 0) this.#emit(new Uint8Array(0), onLine)
  }

  #emit(bytes: Uint8Array, onLine: OnLine): void {
    const line = this.#held === 0 ? bytes : Buffer.concat([...this.#parts, bytes])
    this.#parts = []
    this.#held = 0
    onLine(line)
  }

  #hold(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#held += bytes.length
    if (this.#held > this.#longest) throw new RangeError(`a line is longer than ${this.#longest} bytes`)
  }
}
