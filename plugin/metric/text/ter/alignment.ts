import { edit } from './edit-distance.ts'

/** Which words of a prediction stand where in the reference, and which of both are wrong. */
export interface Alignment {
  /** For each word of the reference the position of its word in the prediction, or of the last one before it; -1 for none. */
  positions: number[]
  wrongInReference: boolean[]
  wrongInPrediction: boolean[]
}

/** @param edits what makes the reference of the prediction, from the first word on */
export function align(edits: readonly number[]): Alignment {
  const alignment: Alignment = { positions: [], wrongInReference: [], wrongInPrediction: [] }
  let position = -1
  for (const step of edits) {
    const wrong = step !== edit.keep
    if (step !== edit.insertion) {
      position += 1
      alignment.wrongInPrediction.push(wrong)
    }
    if (step !== edit.deletion) {
      alignment.positions.push(position)
      alignment.wrongInReference.push(wrong)
    }
  }
  return alignment
}
