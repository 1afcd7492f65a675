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

const nothing = new Uint8Array(0)
/** Enough to end a word, and a character that is cut off. */
const documentEnd = Buffer.from('   ')

/**
 * Looks up every n-gram of a training text, given in pieces of UTF-8: normalised as the janitor does it, split at Python's white
 * space. Holds no more of the text than its last words, in normalised form: normalising them again changes nothing.
 */
export class TextScanner {
  readonly #index: NgramIndex
  readonly #drop: number
  /** Hashes and starts of a piece's last n words, in a ring. */
  readonly #hashes: Int32Array
  readonly #starts: Int32Array
  /** The last n - 1 words, and what the next piece goes on with. */
  #rest: Uint8Array = nothing

  constructor(index: NgramIndex) {
    this.#index = index
    this.#drop = dropFactor(index.n)
    this.#hashes = new Int32Array(index.n)
    this.#starts = new Int32Array(index.n)
  }

  /** Takes the next bytes of the document. */
  feed(bytes: Uint8Array): void {
    this.#rest = this.#scan(this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]))
  }

  /** Ends the document: no n-gram reaches over its end. */
  endDocument(): void {
    this.#scan(Buffer.concat([this.#rest, documentEnd]))
    this.#rest = nothing
  }

  /** Looks up the n-grams of a piece and gives what the next one must begin with. */
  #scan(piece: Uint8Array): Uint8Array {
    const index = this.#index
    const { n } = index
    const drop = this.#drop
    const hashes = this.#hashes
    const starts = this.#starts
    let at = 0
    let start = 0
    let inWord = false
    let word = emptyWord
    let ngram = 0
    let slot = 0
    let count = 0
    while (at < piece.length) {
      const byte = piece[at] as number
      const meaning = meanings[byte] as number
      if (meaning >= 0) {
        word = addByte(word, meaning)
        inWord = true
        at += 1
        continue
      }
      if (meaning === deleted) {
        at += 1
        continue
      }
      const width = meaning === white ? 1 : whiteWidth(piece, at)
      if (width < 0) break
      if (width === 0) {
        word = addByte(word, byte)
        inWord = true
        at += 1
        continue
      }
      if (inWord) {
        const leaving = count === n ? Math.imul(hashes[slot] as number, drop) : 0
        ngram = (addWord(ngram, word) - leaving) | 0
        hashes[slot] = word
        starts[slot] = start
        slot = slot + 1 === n ? 0 : slot + 1
        if (count < n) count += 1
        if (count === n && index.mayHave(ngram)) this.#lookUp(ngram, piece, starts[slot] as number, at)
        word = emptyWord
        inWord = false
      }
      at += width
      start = at
    }
    const kept = Math.min(count, n - 1)
    const from = kept === 0 ? start : (starts[(slot - kept + n) % n] as number)
    const words = normalizedWords(piece, from, at, index.longestWord)
    return at === piece.length ? words : Buffer.concat([words, piece.subarray(at)])
  }

  #lookUp(ngram: number, piece: Uint8Array, start: number, end: number): void {
    const words = normalizedWords(piece, start, end, this.#index.longestWord)
    this.#index.lookUp(ngram, words, 0, words.length)
  }
}

/**
 * A part of a text as the janitor normalises it, one space behind each word that ends in it. Of a word that is longer than any that
 * is looked for one byte more than those have is kept, so that it stays longer.
 */
function normalizedWords(piece: Uint8Array, start: number, end: number, longest: number): Uint8Array {
  const words = new Uint8Array(end - start)
  let size = 0
  let wordStart = 0
  for (let at = start; at < end; ) {
    const byte = piece[at] as number
    const meaning = meanings[byte] as number
    const width = meaning === white ? 1 : meaning === maybeWhite ? whiteWidth(piece, at) : 0
    if (width > 0) {
      if (size > wordStart) words[size++] = 0x20
      wordStart = size
      at += width
      continue
    }
    if (meaning !== deleted && size - wordStart <= longest) words[size++] = meaning >= 0 ? meaning : byte
    at += 1
  }
  return words.subarray(0, size)
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
