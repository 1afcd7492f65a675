import { toNumbers } from './numbers.ts'
import { pairwiseSum } from './pairwise-sum.ts'
import { shownValue } from './shown-value.ts'

/**
 * Mean over documents of the squared distance between the probabilities and the right choice's unit vector. A negative
 * gold counts from the end.
 * @param items `[gold, probabilities]` of each document
 * @throws RangeError where numbers of choices differ or gold is outside, TypeError for values of another shape
 */
export function brierScore(items: readonly unknown[]): number {
  const scores = new Float64Array(items.length)
  let classes: number | undefined
  for (const [index, item] of items.entries()) {
    const [gold, raw] = Array.isArray(item) ? item : []
    if (typeof gold !== 'number' || !Number.isInteger(gold) || !Array.isArray(raw)) {
      throw new TypeError(`value ${index} is ${shownValue(item)}, not a gold index and probabilities`)
    }
    const probabilities = toNumbers(raw)
    classes ??= probabilities.length
    if (probabilities.length !== classes) {
      throw new RangeError(
        `brier_score needs as many choices in every document, but there are ${classes} and ${probabilities.length}`,
      )
    }
    if (gold >= classes || gold < -classes) {
      throw new RangeError(`value ${index} has the gold index ${gold}, but there are ${classes} choices`)
    }
    const right = gold < 0 ? gold + classes : gold
    scores[index] = pairwiseSum(probabilities.map((p, choice) => square(p - Number(choice === right))))
  }
  return pairwiseSum(scores) / scores.length
}

function square(x: number): number {
  return x * x
}
