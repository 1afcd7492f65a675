import { ModelConnection } from './connection.ts'
import { decodeError, type ModelReply, type ModelRequest, type ProcessSpec } from './protocol.ts'

/** Requests to a model's process. */
export interface ProcessCalls {
  /** Sends a request and hands each reply to `onReply` until that returns a value. */
  call<T>(
    request: (id: number) => ModelRequest,
    onReply: (reply: ModelReply) => T | undefined,
    signal?: AbortSignal,
  ): Promise<T>
  close(): Promise<void>
}

/** Connects to a model's process at the first call, and again at the next call after it has ended. */
export function connectProcess(spec: ProcessSpec, brokerAddress: string): ProcessCalls {
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
    call,
    async close() {
      const link = await current?.opening.catch(() => undefined)
      current = undefined
      link?.close()
    },
  }
}
