import type { ModelSpec, Scorer } from '../types.ts'
import { connectProcess } from './process-calls.ts'
import { decodeResponse, encodeRequests, type ModelStatistics } from './protocol.ts'

/** A scorer whose model lives in a process of its own. */
export interface ModelProcessScorer extends Scorer {
  /** For tests and diagnosis; does not load the model. */
  statistics(): Promise<ModelStatistics>
}

/**
 * A scorer for a Vitest worker: asks the broker where the model's process listens, then talks to that directly.
 * When the process dies every waiting call rejects with LmEvalError MODEL_PROCESS, and the next call starts it anew.
 * @param brokerAddress `Broker.address`
 */
export function createModelProcessScorer(spec: ModelSpec, brokerAddress: string): ModelProcessScorer {
  const process = connectProcess(spec, brokerAddress)
  const { call } = process
  return {
    info: () =>
      call(
        id => ({ kind: 'info', id }),
        reply => ('info' in reply ? reply.info : undefined),
      ),
    statistics: () =>
      call(
        id => ({ kind: 'statistics', id }),
        reply => ('statistics' in reply ? reply.statistics : undefined),
      ),
    async score(requests, { onScored, signal }) {
      const wire = encodeRequests(requests)
      await call(
        id => ({ kind: 'score', id, requests: wire }),
        reply => {
          if ('scored' in reply) {
            for (const wire of reply.scored) onScored(...decodeResponse(wire))
          }
          return 'done' in reply ? reply.done : undefined
        },
        signal,
      )
    },
    close: () => process.close(),
  }
}
