import type { LoglikelihoodRequest, RollingRequest } from '../task/types.ts'
import type { EncodedRequest, RequestEncoder } from './tokens/encode.ts'
import { encodeRolling } from './tokens/encode-rolling.ts'
import type { LoglikelihoodResponse } from './types.ts'

/** Sum over a piece's targets. */
export interface SpanScore {
  logLikelihood: number
  isGreedy: boolean
}

/** Requests with the same text, scored once: in one piece, or window by window. */
export class ScoredJob {
  readonly request: LoglikelihoodRequest | RollingRequest
  /** What the model is asked; none for a rolling request without tokens. */
  readonly pieces: readonly EncodedRequest[]
  /** Places of the requests that get the answer. */
  readonly indices: number[]
  readonly #scores: SpanScore[] = []
  #waiting: number

  /** @throws LmEvalError DOCUMENT or MODEL, as the encoder */
  constructor(request: LoglikelihoodRequest | RollingRequest, index: number, encoder: RequestEncoder) {
    this.request = request
    this.indices = [index]
    this.pieces =
      request.type === 'loglikelihood' ? [encoder.encode(request)] : encodeRolling(encoder, request.text)
    this.#waiting = this.pieces.length
  }

  /** Takes the score of a piece; tells whether it was the last one. */
  take(place: number, score: SpanScore): boolean {
    this.#scores[place] = score
    this.#waiting -= 1
    return this.#waiting === 0
  }

  /** The answer once all pieces have their score, added up in the order of the text. */
  response(): LoglikelihoodResponse {
    let logLikelihood = 0
    for (const score of this.#scores) logLikelihood += score.logLikelihood
    const alone = this.pieces.some(piece => piece.alone)
    return {
      logLikelihood,
      isGreedy: this.#scores.every(score => score.isGreedy),
      tokens: this.pieces.reduce((sum, { targets }) => sum + targets.length, 0),
      truncated: this.pieces.reduce((sum, { truncated }) => sum + truncated, 0),
      ...(alone ? { alone } : {}),
    }
  }
}
