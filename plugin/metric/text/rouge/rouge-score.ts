/** Precision, recall and F1 of a comparison, each from 0 to 1. */
export interface RougeScore {
  precision: number
  recall: number
  fmeasure: number
}

/**
 * @param hits what prediction and target have in common
 * @param ofPrediction how much there is in the prediction; 0 gives a precision of 0
 * @param ofTarget how much there is in the target; 0 gives a recall of 0
 */
export function rougeScore(hits: number, ofPrediction: number, ofTarget: number): RougeScore {
  const precision = hits / Math.max(ofPrediction, 1)
  const recall = hits / Math.max(ofTarget, 1)
  const sum = precision + recall
  return { precision, recall, fmeasure: sum > 0 ? (2 * precision * recall) / sum : 0 }
}
