/** A text as an encoder sees it. */
export interface EncodedText {
  /** Hidden states of its tokens, special tokens included, one after the other. */
  states: Float64Array
  /** Length of one hidden state. */
  width: number
  /** For each token whether it counts: special tokens are matched against, but have no weight of their own. */
  counts: readonly boolean[]
}

export interface BertScore {
  precision: number
  recall: number
  f1: number
}

/** A hidden state that has no direction, or is no number. */
export class NoDirection extends Error {}

/**
 * BERTScore without idf weights: every token of one text is matched with the token of the other whose hidden state is nearest by
 * cosine; precision is the mean over the candidate's tokens, recall that over the reference's. A text without tokens scores 0.
 * Zhang et al., BERTScore: Evaluating Text Generation with BERT, ICLR 2020, section 3; as the package bert-score 0.3.13 computes
 * it for one pair.
 * @throws NoDirection
 */
export function greedyMatch(reference: EncodedText, candidate: EncodedText): BertScore {
  if (!reference.counts.includes(true) || !candidate.counts.includes(true))
    return { precision: 0, recall: 0, f1: 0 }
  const [rows, columns] = [unitVectors(candidate), unitVectors(reference)]
  const { width } = reference
  const bestOfRow = new Float64Array(candidate.counts.length).fill(Number.NEGATIVE_INFINITY)
  const bestOfColumn = new Float64Array(reference.counts.length).fill(Number.NEGATIVE_INFINITY)
  for (let row = 0; row < bestOfRow.length; row++) {
    for (let column = 0; column < bestOfColumn.length; column++) {
      let cosine = 0
      for (let i = 0; i < width; i++) {
        cosine += (rows[row * width + i] as number) * (columns[column * width + i] as number)
      }
      if (cosine > (bestOfRow[row] as number)) bestOfRow[row] = cosine
      if (cosine > (bestOfColumn[column] as number)) bestOfColumn[column] = cosine
    }
  }
  const precision = meanOf(bestOfRow, candidate.counts)
  const recall = meanOf(bestOfColumn, reference.counts)
  const sum = precision + recall
  return { precision, recall, f1: sum === 0 ? 0 : (2 * precision * recall) / sum }
}

function unitVectors({ states, width }: EncodedText): Float64Array {
  const vectors = Float64Array.from(states)
  for (let start = 0; start < vectors.length; start += width) {
    const vector = vectors.subarray(start, start + width)
    let squares = 0
    for (const value of vector) squares += value * value
    const norm = Math.sqrt(squares)
    if (!(norm > 0 && norm < Number.POSITIVE_INFINITY)) throw new NoDirection()
    for (let i = 0; i < width; i++) vector[i] = (vector[i] as number) / norm
  }
  return vectors
}

function meanOf(values: Float64Array, counts: readonly boolean[]): number {
  let [sum, found] = [0, 0]
  for (const [index, value] of values.entries()) {
    if (counts[index] !== true) continue
    sum += value
    found += 1
  }
  return sum / found
}
