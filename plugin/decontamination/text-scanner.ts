import { addByte, addWord, dropFactor, emptyWord } from './ngram-hash.ts'
import type { NgramIndex } from './ngram-index.ts'
import { asciiPunctuation } from './normalize.ts'

const white = -1
const deleted = -2
const maybeWhite = -3

/** What becomes of each byte of UTF-8: itself, its lower case, or one of the above. */
const meanings = Int16Array.from({ length: 256 }, (_, byte) => {
  if ((byte >= 0x09 && byte <= 0x0d) || (byte >= 0x1c && byte <= 0x20)) return white
  if (byte === 0xc2 || byte === 0xe1 || byte === 0xe2 || byte === 0xe3) return maybeWhite
  if (byte >= 0x80) return byte
  const character = String.fromCharCode(byte)
  return asciiPunctuation.includes(character) ? deleted : character.toLowerCase().charCodeAt(0)
})

/** Bytes taken in one go: room for so many is made beforehand. */
const stride = 1 << 16
const nothing = new Uint8Array(0)

/**
 * Looks up every n-gram of a training text, given in pieces of UTF-8: normalised as the janitor does it, split at Python's white
 * space. Holds no more of the text than its last n words.
 */
export class TextScanner {
  readonly #index: NgramIndex
  readonly #drop: number
  /** Normalised words, a space behind each: the last n, and the one that is being read from `#wordStart`. */
  readonly #words: Uint8Array
  #size = 0
  #wordStart = 0
  #wordHash = emptyWord
  /** The word is longer than any that is looked for, and no longer kept. */
  #tooLong = false
  /** Hashes and starts of the last n words, in a ring. */
  readonly #hashes: Int32Array
  readonly #starts: Int32Array
  #slot = 0
  #count = 0
  #hash = 0
  /** First bytes of a character whose others come with the next piece. */
  #rest: Uint8Array = nothing

  constructor(index: NgramIndex) {
    this.#index = index
    this.#drop = dropFactor(index.n)
    this.#hashes = new Int32Array(index.n)
    this.#starts = new Int32Array(index.n)
    this.#words = new Uint8Array((index.n + 1) * (index.longestWord + 2) + stride + 4)
  }

  /** Takes the next bytes of the document. */
  feed(bytes: Uint8Array): void {
    const piece = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    this.#rest = nothing
    let at = 0
    while (at < piece.length) {
      this.#makeRoom()
      const next = this.#scan(piece, at, Math.min(at + stride, piece.length))
      if (next === at) {
        this.#rest = piece.slice(at)
        return
      }
      at = next
    }
  }

  /** Ends the document: no n-gram reaches over its end. */
  endDocument(): void {
    this.#makeRoom()
    for (const byte of this.#rest) this.#keep(byte)
    this.#rest = nothing
    this.#endWord()
    this.#size = 0
    this.#wordStart = 0
    this.#forget()
  }

  /** Reads up to `end` and gives where it stopped: past it by the rest of a character, before it where a character is cut off. */
  #scan(piece: Uint8Array, start: number, end: number): number {
    const words = this.#words
    const longest = this.#index.longestWord
    let hash = this.#wordHash
    let size = this.#size
    let limit = this.#tooLong ? size : this.#wordStart + longest
    let at = start
    while (at < end) {
      const meaning = meanings[piece[at] as number] as number
      let width = 1
      let byte = meaning
      if (meaning === maybeWhite) {
        const found = whiteWidth(piece, at)
        if (found < 0) break
        if (found > 0) {
          width = found
          byte = white
        } else byte = piece[at] as number
      }
      at += width
      if (byte >= 0) {
        if (size < limit) words[size++] = byte
        else this.#tooLong = true
        hash = addByte(hash, byte)
      } else if (byte === white) {
        this.#size = size
        this.#wordHash = hash
        this.#endWord()
        size = this.#size
        hash = emptyWord
        limit = size + longest
      }
    }
    this.#size = size
    this.#wordHash = hash
    return at
  }

  #keep(byte: number): void {
    if (this.#tooLong || this.#size >= this.#wordStart + this.#index.longestWord) this.#tooLong = true
    else this.#words[this.#size++] = byte
    this.#wordHash = addByte(this.#wordHash, byte)
  }

  #endWord(): void {
    if (this.#tooLong) {
      this.#size = this.#wordStart
      this.#forget()
    } else if (this.#size > this.#wordStart) {
      this.#pushWord()
      this.#words[this.#size++] = 0x20
      this.#wordStart = this.#size
    }
    this.#wordHash = emptyWord
    this.#tooLong = false
  }

  #pushWord(): void {
    const { n } = this.#index
    const slot = this.#slot
    const leaving = this.#count === n ? Math.imul(this.#hashes[slot] as number, this.#drop) : 0
    this.#hash = (addWord(this.#hash, this.#wordHash) - leaving) | 0
    this.#hashes[slot] = this.#wordHash
    this.#starts[slot] = this.#wordStart
    this.#slot = slot + 1 === n ? 0 : slot + 1
    if (this.#count < n) this.#count += 1
    if (this.#count === n)
      this.#index.lookUp(this.#hash, this.#words, this.#starts[this.#slot] as number, this.#size)
  }

  #forget(): void {
    this.#count = 0
    this.#slot = 0
    this.#hash = 0
  }

  /** Moves the words that are still needed to the front. */
  #makeRoom(): void {
    if (this.#size + stride + 4 <= this.#words.length) return
    const oldest = (this.#slot - this.#count + this.#index.n) % this.#index.n
    const from = this.#count === 0 ? this.#wordStart : (this.#starts[oldest] as number)
    this.#words.copyWithin(0, from, this.#size)
    for (const [slot, start] of this.#starts.entries()) this.#starts[slot] = start - from
    this.#wordStart -= from
    this.#size -= from
  }
}

/** Bytes of the white space that begins here, 0 where another character does, -1 where the piece ends within it. */
function whiteWidth(piece: Uint8Array, at: number): number {
  const [a, b, c] = [piece[at], piece[at + 1], piece[at + 2]]
  if (b === undefined) return -1
  if (a === 0xc2) return b === 0x85 || b === 0xa0 ? 2 : 0
  if (c === undefined) return -1
  if (a === 0xe1) return b === 0x9a && c === 0x80 ? 3 : 0
  if (a === 0xe3) return b === 0x80 && c === 0x80 ? 3 : 0
  if (b === 0x81) return c === 0x9f ? 3 : 0
  const inBlock = (c >= 0x80 && c <= 0x8a) || c === 0xa8 || c === 0xa9 || c === 0xaf
  return b === 0x80 && inBlock ? 3 : 0
}
