import type { SpanScore } from './scored-job.ts'

/** Scores of a piece's targets, added up in the order of the text whatever order they come in. */
export class PieceSum {
  readonly #scores: Float64Array
  #missing: number
  #isGreedy = true

  constructor(targets: number) {
    this.#scores = new Float64Array(targets)
    this.#missing = targets
  }

  /** Gives the sum when the last one is there. */
  take(order: number, logProbability: number, isGreedy: boolean): SpanScore | undefined {
    this.#scores[order] = logProbability
    this.#isGreedy &&= isGreedy
    this.#missing -= 1
    if (this.#missing > 0) return undefined
    return { logLikelihood: this.#scores.reduce((sum, score) => sum + score, 0), isGreedy: this.#isGreedy }
  }
}
