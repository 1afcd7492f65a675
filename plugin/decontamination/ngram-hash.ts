// A word's hash is FNV-1a; an n-gram's is a polynomial in those of its words (Karp and Rabin 1987), so that the next one follows
// from the last. Both are modulo 2^32 and only point at candidates: what they find is compared byte by byte.

/** Hash of the empty word. */
export const emptyWord = 0x811c9dc5 | 0
const prime = 0x01000193
const base = 0x9e3779b1 | 0
const space = 0x20

/** Hash of a word that goes on with a byte. */
export function addByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, prime)
}

/** Hash of words that go on with a word. */
export function addWord(hash: number, word: number): number {
  return (Math.imul(hash, base) + word) | 0
}

/** What a word's hash is multiplied with before it is taken off an n-gram's that went on by one word. */
export function dropFactor(n: number): number {
  let factor = 1
  for (let power = 0; power < n; power++) factor = Math.imul(factor, base)
  return factor
}

/** Hash of words joined by single spaces, in UTF-8. */
export function hashWords(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0
  let word = emptyWord
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === space) {
      hash = addWord(hash, word)
      word = emptyWord
    } else word = addByte(word, byte)
  }
  return addWord(hash, word)
}
