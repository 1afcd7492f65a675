import { countNgrams, overlap, total, union } from '../ngrams.ts'
import { tokenize13a } from '../tokenize/tokenize-13a.ts'

/** Options of {@link evaluateBleu}. */
export interface EvaluateBleuOptions {
  /** Longest n-gram. Default: 4. */
  maxOrder?: number
  /** Whether 1 is added to matches and totals of every order. Default: false. */
  smooth?: boolean
}

/** What the `evaluate` library's bleu gives. */
export interface EvaluateBleu {
  /** 0 to 1. */
  bleu: number
  /** 0 to 1, for each order. */
  precisions: number[]
  brevityPenalty: number
  /** Length of the predictions over that of the references. */
  lengthRatio: number
  /** Tokens of all predictions. */
  translationLength: number
  /** Tokens of the shortest reference of each prediction. */
  referenceLength: number
}

/**
 * Corpus BLEU (Papineni et al., ACL 2002) as `bleu` of the evaluate library 0.4.6 computes it: tokeniser 13a, case kept, no
 * smoothing unless asked for, so a corpus whose sentences have no 4-gram in common with the references scores 0.
 * @param references for each prediction one or more
 * @throws RangeError where predictions or references have no tokens at all, as Python's ZeroDivisionError
 */
export function evaluateBleu(
  predictions: readonly string[],
  references: readonly (readonly string[])[],
  { maxOrder = 4, smooth = false }: EvaluateBleuOptions = {},
): EvaluateBleu {
  const matches = Array.from({ length: maxOrder }, () => 0)
  const totals = Array.from({ length: maxOrder }, () => 0)
  let [translationLength, referenceLength] = [0, 0]
  for (const [index, prediction] of predictions.entries()) {
    const words = tokenize13a(prediction)
    const referenceWords = (references[index] ?? []).map(tokenize13a)
    translationLength += words.length
    referenceLength += Math.min(...referenceWords.map(list => list.length))
    const referenceNgrams = referenceWords.map(list => countNgrams(list, maxOrder, ' '))
    for (const [order, counts] of countNgrams(words, maxOrder, ' ').entries()) {
      const known = union(referenceNgrams.map(orders => orders[order] as (typeof orders)[number]))
      matches[order] = (matches[order] as number) + overlap(counts, known)
      totals[order] = (totals[order] as number) + total(counts)
    }
  }
  const precisions = matches.map((found, order) => precision(found, totals[order] as number, smooth))
  if (referenceLength === 0) throw new RangeError('the references have no tokens')
  if (translationLength === 0) throw new RangeError('the predictions have no tokens')
  const lengthRatio = translationLength / referenceLength
  const brevityPenalty = lengthRatio > 1 ? 1 : Math.exp(1 - 1 / lengthRatio)
  const bleu = geometricMean(precisions) * brevityPenalty
  return { bleu, precisions, brevityPenalty, lengthRatio, translationLength, referenceLength }
}

function precision(found: number, possible: number, smooth: boolean): number {
  if (smooth) return (found + 1) / (possible + 1)
  return possible > 0 ? found / possible : 0
}

function geometricMean(precisions: readonly number[]): number {
  if (precisions.some(value => value === 0)) return 0
  let logs = 0
  for (const value of precisions) logs += (1 / precisions.length) * Math.log(value)
  return Math.exp(logs)
}
