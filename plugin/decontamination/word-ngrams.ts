import { len, split } from '../python/index.ts'

/** A place in a text by code points, both ends included. */
export type Span = readonly [first: number, last: number]

/** Words that follow each other, joined by one space, and where they stand. */
export interface PlacedNgram {
  ngram: string
  span: Span
}

/**
 * Every run of n consecutive words of a text, joined by one space, in order; words are what white space (Python's) separates.
 * None where the text has fewer than n words. An n below 1 counts as 1.
 */
export function wordNgrams(text: string, n: number): string[] {
  const words = split(text)
  return runStarts(words.length, n).map(start => joined(words, start, n))
}

/** {@link wordNgrams} with the place of each in the text. */
export function placedWordNgrams(text: string, n: number): PlacedNgram[] {
  const words = split(text)
  const spans = wordSpans(text, words)
  return runStarts(words.length, n).map(start => {
    const [first] = spans[start] as Span
    const [, last] = spans[start + Math.max(n, 1) - 1] as Span
    return { ngram: joined(words, start, n), span: [first, last] }
  })
}

function runStarts(words: number, n: number): number[] {
  return Array.from({ length: Math.max(0, words - Math.max(n, 1) + 1) }, (_, start) => start)
}

function joined(words: readonly string[], start: number, n: number): string {
  return words.slice(start, start + Math.max(n, 1)).join(' ')
}

function wordSpans(text: string, words: readonly string[]): Span[] {
  let unit = 0
  let point = 0
  return words.map(word => {
    // White space is one unit a character, so that the gap counts alike in both.
    const found = text.indexOf(word, unit)
    const first = point + found - unit
    unit = found + word.length
    point = first + len(word)
    return [first, point - 1]
  })
}
