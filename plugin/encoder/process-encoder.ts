import { LmEvalError } from '../errors.ts'
import { connectProcess } from '../scorer/model-process/process-calls.ts'
import type { Encoder, EncoderSpec } from './types.ts'

/**
 * An encoder in a process of its own, beside the language model's. When the process dies every waiting call rejects with
 * LmEvalError MODEL_PROCESS, and the next call starts it anew.
 * @param brokerAddress `Broker.address`
 */
export function createProcessEncoder(spec: EncoderSpec, brokerAddress: string): Encoder {
  const connected = connectProcess(spec, brokerAddress)
  const call: typeof connected.call = (request, onReply, signal) =>
    connected.call(request, onReply, signal).catch(error => {
      throw named(error, spec)
    })
  return {
    info: () =>
      call(
        id => ({ kind: 'info', id }),
        reply => ('encoder' in reply ? reply.encoder : undefined),
      ),
    compare: (pairs, signal) =>
      call(
        id => ({ kind: 'compare', id, pairs }),
        reply => ('compared' in reply ? reply.compared : undefined),
        signal,
      ),
    close: () => connected.close(),
  }
}

/** Tells the encoder's process from the model's. */
function named(error: unknown, { encoder }: EncoderSpec): unknown {
  if (!(error instanceof LmEvalError) || error.code !== 'MODEL_PROCESS') return error
  return new LmEvalError(`Encoder of ${encoder}: ${error.message}`, { code: error.code, cause: error })
}
