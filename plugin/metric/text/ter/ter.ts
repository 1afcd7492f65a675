import { lower, split } from '../../../python/index.ts'
import { bestShift, mostCandidates } from './best-shift.ts'
import { EditDistance } from './edit-distance.ts'

/** Options of {@link terScore}. */
export interface TerOptions {
  /** Whether case counts. Default: false. */
  caseSensitive?: boolean
}

/**
 * What TER needs to know of a sentence, to be added up over a corpus: the fewest edits to any reference, and the mean length of
 * the references in words. Words are what white space separates; punctuation stays with them.
 * @param references one or more
 */
export function terStatistics(
  references: readonly string[],
  prediction: string,
  { caseSensitive = false }: TerOptions = {},
): [edits: number, referenceLength: number] {
  const wordsOf = (text: string): string[] => split(caseSensitive ? text : lower(text))
  const words = wordsOf(prediction)
  const lists = references.map(wordsOf)
  const lengths = lists.reduce((sum, list) => sum + list.length, 0)
  return [Math.min(...lists.map(list => countEdits(words, list))), lengths / lists.length]
}

/**
 * Translation edit rate (Snover et al., AMTA 2006) from summed {@link terStatistics}, in percent; may exceed 100. Without any
 * word in the references it is 100 where there are edits, else 0.
 */
export function terScore(statistics: ArrayLike<number>): number {
  const [edits = 0, referenceLength = 0] = Array.from(statistics)
  if (referenceLength > 0) return 100 * (edits / referenceLength)
  return edits > 0 ? 100 : 0
}

/** Edits that make the reference of the words: insertions, deletions, substitutions, and shifts of adjacent words, at 1 each. */
function countEdits(words: readonly string[], reference: readonly string[]): number {
  if (reference.length === 0) return words.length
  const numbers = new Map<string, number>()
  const numbered = (list: readonly string[]): Int32Array =>
    Int32Array.from(list, word => {
      const known = numbers.get(word) ?? numbers.size
      numbers.set(word, known)
      return known
    })
  const wanted = numbered(reference)
  let current = numbered(words)
  const distances = new EditDistance(wanted, words.length)
  let shifts = 0
  let tried = 0
  while (true) {
    const search = bestShift(current, wanted, distances, tried)
    tried = search.tried
    if (tried >= mostCandidates || search.best === undefined || search.best.gain <= 0) break
    shifts += 1
    current = search.best.words
  }
  return shifts + distances.distance(current)
}
