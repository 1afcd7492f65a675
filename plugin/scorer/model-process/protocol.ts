import { type ErrorCode, errorCodes, LmEvalError, type SourcePosition } from '../../errors.ts'
import type { Request } from '../../task/types.ts'
import type { ModelSpec, Response, ScorerInfo } from '../types.ts'

/** Worker to broker. */
export type BrokerRequest =
  /** Where the model's process listens; starts it if it does not run. */
  | { kind: 'find'; spec: ModelSpec }
  /** How the process that listened there ended; answered once it has. */
  | { kind: 'ending'; address: string }

/** Broker to worker, one for each request. */
export type BrokerReply = { address: string } | { ending: string } | { error: WireError }

/** Worker to model process; `id` is the sender's and comes back with every reply. */
export type ModelRequest =
  | { kind: 'info'; id: number }
  | { kind: 'statistics'; id: number }
  | { kind: 'score'; id: number; requests: readonly Request[] }
  | { kind: 'cancel'; id: number }

/** Model process to worker. */
export type ModelReply =
  | { id: number; info: ScorerInfo }
  | { id: number; statistics: ModelStatistics }
  | { id: number; scored: WireResponse[] }
  | { id: number; done: true }
  | { id: number; error: WireError }

/** For tests and diagnosis. */
export interface ModelStatistics {
  pid: number
  /** How often this process has loaded the model. */
  loads: number
}

/** Index, log-likelihood (text where JSON has no number for it), greedy, tokens, truncated. */
export type WireResponse = [number, number | string, boolean, number, number]

export interface WireError {
  code: ErrorCode
  message: string
  at: SourcePosition[]
}

export function encodeResponse(index: number, response: Response): WireResponse {
  const { logLikelihood, isGreedy, tokens, truncated } = response
  return [
    index,
    Number.isFinite(logLikelihood) ? logLikelihood : String(logLikelihood),
    isGreedy,
    tokens,
    truncated,
  ]
}

export function decodeResponse(wire: WireResponse): [index: number, response: Response] {
  const [index, logLikelihood, isGreedy, tokens, truncated] = wire
  return [index, { logLikelihood: Number(logLikelihood), isGreedy, tokens, truncated }]
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
