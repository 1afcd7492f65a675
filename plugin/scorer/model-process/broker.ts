import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAddresses } from './address.ts'
import { forkModelProcess, type ModelChild } from './child.ts'
import { receiveFrames, sendFrame } from './frames.ts'
import { type BrokerReply, type BrokerRequest, encodeError, type ProcessSpec } from './protocol.ts'

/** Tells workers where a model's process listens, and starts and ends those processes. */
export interface Broker {
  /** For `createModelProcessScorer`. */
  address: string
  /** Ends all model processes and removes all sockets. */
  close(): Promise<void>
  /** Model processes that run now. */
  modelProcesses(): number
}

/**
 * Listens on a local socket without keeping this process alive. The first request for a model forks its process;
 * every further one, from whatever worker, is sent to the same process until it ends.
 */
export async function startBroker(): Promise<Broker> {
  const addresses = createAddresses()
  const registry = new ModelRegistry(addresses.next)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.unref()
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    receiveFrames(socket, frame => {
      registry.answer(frame as BrokerRequest).then(
        reply => sendFrame(socket, reply),
        error => sendFrame(socket, { error: encodeError(error) } satisfies BrokerReply),
      )
    })
  })
  const address = addresses.next()
  await listen(server, address)
  server.unref()
  const atExit = (): void => {
    registry.kill()
    addresses.remove()
  }
  process.once('exit', atExit)
  return {
    address,
    modelProcesses: () => registry.size,
    async close() {
      process.off('exit', atExit)
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
      await registry.stop()
      addresses.remove()
    },
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** How long after its socket a process may end, in milliseconds. */
const patience = 2_000

/** The running model processes, by what they were started for. */
class ModelRegistry {
  readonly #children = new Map<string, ModelChild>()
  /** Endings of all processes there have been, by address. */
  readonly #endings = new Map<string, Promise<string>>()
  readonly #stamps = new WeakMap<ModelChild, string | undefined>()
  readonly #nextAddress: () => string
  #closed = false

  constructor(nextAddress: () => string) {
    this.#nextAddress = nextAddress
  }

  get size(): number {
    return this.#children.size
  }

  async answer(request: BrokerRequest): Promise<BrokerReply> {
    if (request.kind === 'ending') {
      const ending = this.#endings.get(request.address)
      return {
        ending:
          (await Promise.race([ending, sleep(patience, undefined, { ref: false })])) ??
          'closed the connection',
      }
    }
    const child = this.#find(request.spec)
    await child.ready
    return { address: child.address }
  }

  async stop(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#children.values()].map(child => child.stop()))
  }

  kill(): void {
    for (const child of this.#children.values()) child.kill()
  }

  #find(spec: ProcessSpec): ModelChild {
    if (this.#closed) throw new Error('the run is over')
    const { stamp, ...model } = spec
    const key = JSON.stringify(Object.entries(model).sort(([a], [b]) => (a < b ? -1 : 1)))
    const known = this.#children.get(key)
    if (known !== undefined && this.#stamps.get(known) === stamp) return known
    // The model's files were replaced (watch mode): scores of the old ones would be passed off as the new ones'.
    known?.stop()
    const child = forkModelProcess(spec, this.#nextAddress())
    this.#children.set(key, child)
    this.#stamps.set(child, stamp)
    this.#endings.set(child.address, child.ending)
    child.ending.then(() => {
      if (this.#children.get(key) === child) this.#children.delete(key)
    })
    return child
  }
}
