import { pyRepr } from '../python/index.ts'
import { readLabelPairs } from './labels.ts'

/** Four counts in one: bit 0 says that gold is 1, bit 1 that the prediction is. */
export type F1Codes = Uint8Array

/**
 * `[gold, prediction]` pairs for scikit-learn's binary F1, whose positive label is 1.
 * @throws TypeError for more than two labels, for two of which none is 1, and for what is no label
 */
export function f1Codes(items: readonly unknown[]): F1Codes {
  const { gold, predicted, labels } = readLabelPairs(items)
  const shown = [...labels].sort((a, b) => (a < b ? -1 : 1)).map(label => pyRepr(label))
  const hint = labels.includes(-100) ? ' (-100 stands for a right answer that is none of the choices)' : ''
  if (labels.length > 2) {
    throw new TypeError(`f1 is for two labels, but there are ${labels.length}: ${shown.join(', ')}${hint}`)
  }
  const positive = labels.indexOf(1)
  if (labels.length === 2 && positive < 0) {
    throw new TypeError(
      `f1 needs the label 1 for the positive answers, but the labels are ${shown.join(', ')}${hint}`,
    )
  }
  return Uint8Array.from(
    gold,
    (code, index) => Number(code === positive) + 2 * Number(predicted[index] === positive),
  )
}

/** `2 TP / (gold + predicted)` from the counts of the four codes; 0 where nothing is positive. */
export function f1OfCounts(counts: ArrayLike<number>): number {
  const both = counts[3] as number
  const total = (counts[1] as number) + (counts[2] as number) + 2 * both
  return total === 0 ? 0 : (2 * both) / total
}
