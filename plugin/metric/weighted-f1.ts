import { readLabelPairs } from './labels.ts'

/**
 * F1 of every label, weighted by how often it is the gold label: scikit-learn's `f1_score(average="weighted")`, which the
 * harness offers to task files as `lm_eval.utils.weighted_f1_score`. For a `!function` aggregation.
 * @param items `[gold, prediction]` of each document
 * @returns between 0 and 1; a label that was neither gold nor predicted counts nothing
 * @throws TypeError for no items, and for what is no label
 */
export function weightedF1(items: readonly unknown[]): number {
  const { gold, predicted, labels } = readLabelPairs(items)
  const counts = labels.map(() => ({ gold: 0, predicted: 0, right: 0 }))
  for (const [index, code] of gold.entries()) {
    const guess = predicted[index] as number
    ;(counts[code] as Counts).gold += 1
    ;(counts[guess] as Counts).predicted += 1
    if (guess === code) (counts[code] as Counts).right += 1
  }
  const weighted = counts.map(count => count.gold * ((2 * count.right) / (count.gold + count.predicted)))
  return weighted.reduce((sum, share) => sum + share, 0) / gold.length
}

interface Counts {
  gold: number
  predicted: number
  right: number
}
