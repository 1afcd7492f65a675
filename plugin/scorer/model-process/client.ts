import type { ModelSpec, Scorer } from '../types.ts'
import { ModelConnection } from './connection.ts'
import {
  decodeError,
  decodeResponse,
  encodeRequests,
  type ModelReply,
  type ModelRequest,
  type ModelStatistics,
} from './protocol.ts'

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
  let current: { opening: Promise<ModelConnection>; link?: ModelConnection; failed: boolean } | undefined

  function connection(): Promise<ModelConnection> {
    if (current === undefined || current.failed || current.link?.closed) {
      const fresh: NonNullable<typeof current> = {
        opening: ModelConnection.open(spec, brokerAddress),
        failed: false,
      }
      fresh.opening.then(
        link => {
          fresh.link = link
        },
        () => {
          fresh.failed = true
        },
      )
      current = fresh
    }
    return current.opening
  }

  /** Sends a request and hands each reply to `onReply` until that returns a value. */
  async function call<T>(
    request: (id: number) => ModelRequest,
    onReply: (reply: ModelReply) => T | undefined,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const link = await connection()
    signal?.throwIfAborted()
    return new Promise<T>((resolve, reject) => {
      const abort = (): void => {
        link.cancel(id)
        reject(signal?.reason)
      }
      const settle = (): void => {
        signal?.removeEventListener('abort', abort)
        link.finish(id)
      }
      const id = link.start(request, {
        onReply(reply) {
          if ('error' in reply) {
            settle()
            reject(decodeError(reply.error))
            return
          }
          try {
            const value = onReply(reply)
            if (value === undefined) return
            settle()
            resolve(value)
          } catch (error) {
            settle()
            reject(error)
          }
        },
        onEnd(error) {
          settle()
          reject(error)
        },
      })
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

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
    async close() {
      const link = await current?.opening.catch(() => undefined)
      current = undefined
      link?.close()
    },
  }
}
