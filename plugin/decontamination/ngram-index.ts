import { split } from '../python/index.ts'
import { hashWords } from './ngram-hash.ts'
import { normalize } from './normalize.ts'

const space = 0x20

/**
 * The n-grams of test documents, looked up by their bytes, and the documents that were found so far. Takes about 20 bytes an
 * n-gram and the documents' own text.
 */
export class NgramIndex {
  readonly n: number
  /** Bytes of the longest word in it. */
  readonly longestWord: number
  /** Documents with an n-gram that was looked up. */
  readonly contaminated = new Set<number>()
  /** Documents of n words or more that were not found yet. */
  open: number
  readonly #pool: Uint8Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #docs: Int32Array
  readonly #hashes: Int32Array
  /** First n-gram of each bucket, -1 for none; `next` chains the others. */
  readonly #heads: Int32Array
  readonly #next: Int32Array
  /** A bit for the hash of each n-gram, small enough for a processor's cache: most of what is looked up ends here. */
  readonly #seen: Int32Array

  /**
   * @param queries text of each document, undefined where it is not looked for
   * @param n words of an n-gram; documents of fewer words have none
   */
  constructor(queries: Iterable<readonly [docId: number, text: string]>, n: number) {
    const texts: { docId: number; bytes: Uint8Array }[] = []
    let size = 0
    let longestWord = 0
    let count = 0
    for (const [docId, text] of queries) {
      const words = split(normalize(text))
      if (words.length < n) continue
      const bytes = Buffer.from(words.join(' '))
      texts.push({ docId, bytes })
      size += bytes.length
      count += words.length - n + 1
      for (const word of words) longestWord = Math.max(longestWord, 3 * word.length)
    }
    this.n = n
    this.longestWord = longestWord
    this.open = texts.length
    this.#pool = new Uint8Array(size)
    this.#starts = new Int32Array(count)
    this.#ends = new Int32Array(count)
    this.#docs = new Int32Array(count)
    this.#hashes = new Int32Array(count)
    this.#next = new Int32Array(count)
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(-1)
    this.#seen = new Int32Array(2 ** Math.ceil(Math.log2(count / 2 + 2)))
    this.#fill(texts)
  }

  #fill(texts: readonly { docId: number; bytes: Uint8Array }[]): void {
    let offset = 0
    let entry = 0
    for (const { docId, bytes } of texts) {
      this.#pool.set(bytes, offset)
      const starts = [offset]
      for (const [at, byte] of bytes.entries()) if (byte === space) starts.push(offset + at + 1)
      offset += bytes.length
      const ends = [...starts.slice(1).map(start => start - 1), offset]
      for (let first = 0; first + this.n <= starts.length; first++) {
        this.#add(entry, docId, starts[first] as number, ends[first + this.n - 1] as number)
        entry += 1
      }
    }
  }

  #add(entry: number, docId: number, start: number, end: number): void {
    const hash = hashWords(this.#pool, start, end)
    const bucket = this.#bucket(hash)
    this.#seen[this.#seenAt(hash)] = (this.#seen[this.#seenAt(hash)] as number) | (1 << hash)
    this.#starts[entry] = start
    this.#ends[entry] = end
    this.#docs[entry] = docId
    this.#hashes[entry] = hash
    this.#next[entry] = this.#heads[bucket] as number
    this.#heads[bucket] = entry
  }

  #seenAt(hash: number): number {
    return (hash >>> 5) & (this.#seen.length - 1)
  }

  #bucket(hash: number): number {
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    return (mixed ^ (mixed >>> 13)) & (this.#heads.length - 1)
  }

  /** Whether an n-gram has this hash; those of documents that were found may have left. */
  mayHave(hash: number): boolean {
    if (((this.#seen[this.#seenAt(hash)] as number) & (1 << hash)) === 0) return false
    let entry = this.#heads[this.#bucket(hash)] as number
    while (entry >= 0) {
      if (this.#hashes[entry] === hash) return true
      entry = this.#next[entry] as number
    }
    return false
  }

  /**
   * Marks the documents that have an n-gram.
   * @param hash that of the n-gram (ngram-hash.ts)
   * @param bytes hold its words in UTF-8, joined by single spaces, from `start` to before `end`
   */
  lookUp(hash: number, bytes: Uint8Array, start: number, end: number): void {
    const bucket = this.#bucket(hash)
    let before = -1
    let entry = this.#heads[bucket] as number
    while (entry >= 0) {
      const next = this.#next[entry] as number
      const docId = this.#docs[entry] as number
      if (this.#hashes[entry] === hash && this.#equals(entry, bytes, start, end)) this.#mark(docId)
      if (this.contaminated.has(docId)) {
        // Found once is found: its n-grams leave the index as they are met.
        if (before < 0) this.#heads[bucket] = next
        else this.#next[before] = next
      } else before = entry
      entry = next
    }
  }

  #mark(docId: number): void {
    if (this.contaminated.has(docId)) return
    this.contaminated.add(docId)
    this.open -= 1
  }

  #equals(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[entry] as number
    if ((this.#ends[entry] as number) - from !== end - start) return false
    for (let at = start; at < end; at++) if (bytes[at] !== this.#pool[from + at - start]) return false
    return true
  }
}
