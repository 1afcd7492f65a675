import { codePoints, isSpace } from '../python/index.ts'
import type { MetricValues } from './types.ts'

/**
 * Values of a loglikelihood_rolling document (metrics-spec.md, 1.4): the log-likelihood with the number of words or UTF-8
 * bytes of its text.
 * @throws TypeError for a text that has no UTF-8 form
 */
export function rollingValues(
  logLikelihood: number,
  text: string,
  requested: ReadonlySet<string>,
): MetricValues {
  if (/\p{Cs}/u.test(text)) throw new TypeError('the text holds half of a surrogate pair and has no bytes')
  const bytes = Buffer.byteLength(text, 'utf8')
  const all: [name: string, size: number][] = [
    ['word_perplexity', countWords(text)],
    ['byte_perplexity', bytes],
    ['bits_per_byte', bytes],
  ]
  const named = all.filter(([name]) => requested.has(name))
  return Object.fromEntries(named.map(([name, size]) => [name, [logLikelihood, size]]))
}

/** Pieces between runs of white space; white space at an end makes an empty piece more, and no text is one piece. */
function countWords(text: string): number {
  let pieces = 1
  let inSpace = false
  for (const character of codePoints(text)) {
    const space = isSpace(character)
    if (space && !inSpace) pieces += 1
    inSpace = space
  }
  return pieces
}
