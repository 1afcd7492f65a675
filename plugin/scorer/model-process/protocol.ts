import type { EncoderInfo, EncoderSpec, PairScore, TextPair } from '../../encoder/types.ts'
import { type ErrorCode, errorCodes, LmEvalError, type SourcePosition } from '../../errors.ts'
import type { Request } from '../../task/types.ts'
import { plainSettings } from '../generation/plain-settings.ts'
import type { GenerateResponse, LoglikelihoodResponse, ModelSpec, Response, ScorerInfo } from '../types.ts'

/** What a process holds: a language model, or an encoder. */
export type ProcessSpec = ModelSpec | EncoderSpec

/** Worker to broker. */
export type BrokerRequest =
  /** Where the model's process listens; starts it if it does not run. */
  | { kind: 'find'; spec: ProcessSpec }
  /** How the process that listened there ended; answered once it has. */
  | { kind: 'ending'; address: string }

/** Broker to worker, one for each request. */
export type BrokerReply = { address: string } | { ending: string } | { error: WireError }

/** Worker to model process; `id` is the sender's and comes back with every reply. */
export type ModelRequest =
  | { kind: 'info'; id: number }
  | { kind: 'statistics'; id: number }
  | { kind: 'score'; id: number; requests: readonly Request[] }
  | { kind: 'compare'; id: number; pairs: readonly TextPair[] }
  | { kind: 'cancel'; id: number }

/** Model process to worker. */
export type ModelReply =
  | { id: number; info: ScorerInfo }
  | { id: number; statistics: ModelStatistics }
  | { id: number; encoder: EncoderInfo }
  | { id: number; scored: WireResponse[] }
  | { id: number; compared: PairScore[] }
  | { id: number; done: true }
  | { id: number; error: WireError }

/** For tests and diagnosis. */
export interface ModelStatistics {
  pid: number
  /** How often this process has loaded the model. */
  loads: number
}

/**
 * Index and answer: log-likelihood (text where JSON has no number for it), greedy, tokens, truncated, and marks: 1 for a
 * continuation encoded alone, 2 for an answer from the score cache; or a generated text.
 */
export type WireResponse =
  | [
      index: number,
      logLikelihood: number | string,
      isGreedy: boolean,
      tokens: number,
      truncated: number,
      marks?: number,
    ]
  | [index: number, generated: GenerateResponse]

export interface WireError {
  code: ErrorCode
  message: string
  at: SourcePosition[]
}

export function encodeResponse(index: number, response: Response): WireResponse {
  if ('text' in response) return [index, response]
  const { logLikelihood, isGreedy, tokens, truncated, alone, cached } = response
  const number = Number.isFinite(logLikelihood) ? logLikelihood : String(logLikelihood)
  const wire: WireResponse = [index, number, isGreedy, tokens, truncated]
  const marks = (alone === true ? 1 : 0) | (cached === true ? 2 : 0)
  if (marks !== 0) wire.push(marks)
  return wire
}

export function decodeResponse(wire: WireResponse): [index: number, response: Response] {
  if (wire.length === 2) return wire
  const [index, logLikelihood, isGreedy, tokens, truncated, marks = 0] = wire
  const response: LoglikelihoodResponse = {
    logLikelihood: Number(logLikelihood),
    isGreedy,
    tokens,
    truncated,
  }
  if ((marks & 1) !== 0) response.alone = true
  if ((marks & 2) !== 0) response.cached = true
  return [index, response]
}

/** Requests as JSON can carry them: a setting's value is what counts, not whether it is an int or a float. */
export function encodeRequests(requests: readonly Request[]): readonly Request[] {
  if (requests.every(request => request.type !== 'generate_until')) return requests
  return requests.map(request =>
    request.type === 'generate_until' ? { ...request, settings: plainSettings(request.settings) } : request,
  )
}

/** An error as it crosses a socket; one that is not ours becomes MODEL_PROCESS. */
export function encodeError(error: unknown): WireError {
  if (error instanceof LmEvalError) return { code: error.code, message: error.message, at: error.at }
  const text = error instanceof Error ? error.message : String(error)
  return { code: 'MODEL_PROCESS', message: `The model process failed: ${text.split('\n', 1)[0]}`, at: [] }
}

export function decodeError({ code, message, at }: WireError): LmEvalError {
  return new LmEvalError(message, { code: code in errorCodes ? code : 'MODEL_PROCESS', at })
}
