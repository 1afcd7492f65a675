import { readLabelPairs } from './labels.ts'

/** Each item's cell of the confusion matrix, `gold * classes + predicted`. */
export interface ConfusionCells {
  cells: Int32Array
  classes: number
}

/** `[gold, prediction]` pairs for a confusion matrix. @throws TypeError for what is no label */
export function confusionCells(items: readonly unknown[]): ConfusionCells {
  const { gold, predicted, labels } = readLabelPairs(items)
  const classes = labels.length
  return { cells: gold.map((code, index) => code * classes + (predicted[index] as number)), classes }
}

/**
 * Matthews correlation of any number of classes, in covariance form (Gorodkin 2004): 0 where gold or prediction does not
 * vary.
 * @param counts confusion matrix by row, gold down and prediction across
 */
export function matthewsOfCounts(counts: ArrayLike<number>, classes: number): number {
  let right = 0
  let total = 0
  let cross = 0
  let goldSquares = 0
  let predictedSquares = 0
  for (let a = 0; a < classes; a++) {
    let row = 0
    let column = 0
    for (let b = 0; b < classes; b++) {
      row += counts[a * classes + b] as number
      column += counts[b * classes + a] as number
    }
    right += counts[a * classes + a] as number
    total += row
    cross += row * column
    goldSquares += row * row
    predictedSquares += column * column
  }
  const variances = (total * total - predictedSquares) * (total * total - goldSquares)
  return variances === 0 ? 0 : (right * total - cross) / Math.sqrt(variances)
}
