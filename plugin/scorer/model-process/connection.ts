import { connect, type Socket } from 'node:net'
import { LmEvalError } from '../../errors.ts'
import { receiveFrames, sendFrame } from './frames.ts'
import {
  type BrokerReply,
  type BrokerRequest,
  decodeError,
  type ModelReply,
  type ModelRequest,
  type ProcessSpec,
} from './protocol.ts'

/** Opens a socket; rejects when nobody listens there. */
function open(address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      // What goes wrong later shows as 'close'.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}

/**
 * One question to the broker.
 * @throws LmEvalError MODEL_PROCESS when the broker is gone, or the error it answers with
 */
async function askBroker(
  address: string,
  request: BrokerRequest,
): Promise<Exclude<BrokerReply, { error: unknown }>> {
  const gone = (cause?: unknown) =>
    new LmEvalError('The main process no longer runs models: start the run again.', {
      code: 'MODEL_PROCESS',
      cause,
    })
  const socket = await open(address).catch(error => {
    throw gone(error)
  })
  try {
    const reply = await new Promise<BrokerReply>((resolve, reject) => {
      receiveFrames(socket, frame => resolve(frame as BrokerReply))
      socket.once('close', () => reject(gone()))
      sendFrame(socket, request)
    })
    if ('error' in reply) throw decodeError(reply.error)
    return reply
  } finally {
    socket.destroy()
  }
}

/** A request under way. */
interface Call {
  onReply(reply: ModelReply): void
  onEnd(error: LmEvalError): void
}

/** A worker's connection to a model process; keeps the worker alive only while a call is under way. */
export class ModelConnection {
  readonly #socket: Socket
  readonly #calls = new Map<number, Call>()
  #nextId = 0
  /** Why the process ended; defined as soon as it has. */
  #ending: Promise<LmEvalError> | undefined

  private constructor(socket: Socket, ending: () => Promise<string>) {
    this.#socket = socket
    receiveFrames(socket, frame => this.#calls.get((frame as ModelReply).id)?.onReply(frame as ModelReply))
    socket.once('close', () => this.#end(ending))
    socket.unref()
  }

  get closed(): boolean {
    return this.#ending !== undefined
  }

  /** @throws LmEvalError MODEL_PROCESS when the process cannot be started or reached */
  static async open(spec: ProcessSpec, brokerAddress: string): Promise<ModelConnection> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await askBroker(brokerAddress, { kind: 'find', spec })
      const address = 'address' in reply ? reply.address : ''
      const ending = async (): Promise<string> => {
        const last = await askBroker(brokerAddress, { kind: 'ending', address }).catch(() => undefined)
        return last !== undefined && 'ending' in last ? last.ending : 'ended'
      }
      const socket = await open(address).catch(() => undefined)
      if (socket !== undefined) return new ModelConnection(socket, ending)
      // It died before the broker could notice: by then the broker knows, and the next one is new.
      const how = await ending()
      if (attempt > 0) throw ended(how)
    }
  }

  /** Sends a request; `call` hears of every reply with the returned id until {@link finish}. */
  start(request: (id: number) => ModelRequest, call: Call): number {
    const id = this.#nextId++
    if (this.#ending !== undefined) {
      this.#ending.then(error => call.onEnd(error))
      return id
    }
    this.#calls.set(id, call)
    this.#socket.ref()
    sendFrame(this.#socket, request(id))
    return id
  }

  finish(id: number): void {
    this.#calls.delete(id)
    if (this.#calls.size === 0) this.#socket.unref()
  }

  cancel(id: number): void {
    sendFrame(this.#socket, { kind: 'cancel', id } satisfies ModelRequest)
    this.finish(id)
  }

  close(): void {
    this.#socket.destroy()
  }

  #end(ending: () => Promise<string>): void {
    this.#ending = ending().then(ended)
    this.#ending.then(error => {
      for (const call of this.#calls.values()) call.onEnd(error)
      this.#calls.clear()
    })
  }
}

function ended(how: string): LmEvalError {
  return new LmEvalError(`The model process ${how}: the next request starts a new one.`, {
    code: 'MODEL_PROCESS',
  })
}
