import { lower, rstrip } from '../../../python/index.ts'
import { countNgrams, overlap, total, union } from '../ngrams.ts'
import { type TokenizerName, tokenizers } from '../tokenize/index.ts'

/** How texts become tokens and n-grams for BLEU. */
export interface BleuTokenOptions {
  /** Default: `13a`. */
  tokenizer?: TokenizerName
  /** Whether case is dropped first. Default: false. */
  lowercase?: boolean
  /** Longest n-gram. Default: 4. */
  maxOrder?: number
}

/**
 * What BLEU needs to know of a sentence, to be added up over a corpus: length of the prediction, length of the reference
 * closest to it (the shorter one of two), then n-grams in common with the references for each order, then n-grams of the
 * prediction for each order. `2 + 2 * maxOrder` counts.
 * @param references one or more
 */
export function bleuStatistics(
  references: readonly string[],
  prediction: string,
  { tokenizer = '13a', lowercase = false, maxOrder = 4 }: BleuTokenOptions = {},
): number[] {
  const tokenize = (text: string): string[] => {
    // sacrebleu strips before it tokenises, so a dash at the end stays even where a line break followed it.
    const stripped = rstrip(lowercase ? lower(text) : text)
    return tokenizers[tokenizer](stripped)
  }
  const words = tokenize(prediction)
  const referenceWords = references.map(tokenize)
  const lengths = referenceWords.map(list => list.length)
  const ngrams = countNgrams(words, maxOrder, ' ')
  const referenceNgrams = referenceWords.map(list => countNgrams(list, maxOrder, ' '))
  const matched = ngrams.map((counts, order) =>
    overlap(counts, union(referenceNgrams.map(orders => orders[order] as (typeof orders)[number]))),
  )
  return [words.length, closest(lengths, words.length), ...matched, ...ngrams.map(total)]
}

function closest(lengths: readonly number[], length: number): number {
  return lengths.reduce((best, next) => {
    const gain = Math.abs(best - length) - Math.abs(next - length)
    return gain > 0 || (gain === 0 && next < best) ? next : best
  })
}
