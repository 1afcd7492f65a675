/** The program of a model process: `node server.js ADDRESS SPEC`, forked by the broker. */
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { type LoadedEncoder, loadEncoder } from '../../encoder/loaded-encoder.ts'
import { type LoadedModel, loadModel } from '../loaded-model.ts'
import { receiveFrames, sendFrame } from './frames.ts'
import {
  encodeError,
  encodeResponse,
  type ModelReply,
  type ModelRequest,
  type ProcessSpec,
  type WireResponse,
} from './protocol.ts'

const [address, specText] = process.argv.slice(2) as [string, string]
const spec = JSON.parse(specText) as ProcessSpec

let loads = 0
let loading: Promise<LoadedModel | LoadedEncoder> | undefined

function model(): Promise<LoadedModel | LoadedEncoder> {
  if (loading === undefined) {
    loads += 1
    const load = 'encoder' in spec ? loadEncoder(spec) : loadModel(spec)
    loading = load.catch(error => {
      loading = undefined
      throw error
    })
  }
  return loading
}

function serve(socket: Socket): void {
  const running = new Map<number, AbortController>()
  const stop = (): void => {
    for (const controller of running.values()) controller.abort()
  }
  const reply = (frame: ModelReply): void => sendFrame(socket, frame)
  socket.on('close', stop)
  socket.on('error', stop)
  receiveFrames(socket, frame => {
    const request = frame as ModelRequest
    if (request.kind === 'cancel') {
      running.get(request.id)?.abort()
      return
    }
    const controller = new AbortController()
    running.set(request.id, controller)
    answer(request, reply, controller.signal)
      .catch(error => {
        if (!controller.signal.aborted) reply({ id: request.id, error: encodeError(error) })
      })
      .finally(() => running.delete(request.id))
  })
}

async function answer(
  request: Exclude<ModelRequest, { kind: 'cancel' }>,
  reply: (frame: ModelReply) => void,
  signal: AbortSignal,
): Promise<void> {
  const { id } = request
  if (request.kind === 'statistics') {
    reply({ id, statistics: { pid: process.pid, loads } })
    return
  }
  const loaded = await model()
  if ('encoderInfo' in loaded) {
    const { encoderInfo } = loaded
    if (request.kind === 'compare') reply({ id, compared: await loaded.compare(request.pairs, signal) })
    else if (request.kind === 'info') reply({ id, encoder: encoderInfo })
    else throw new TypeError('an encoder answers no requests of a task')
    return
  }
  if (request.kind === 'compare') throw new TypeError('a language model compares no texts')
  if (request.kind === 'info') {
    reply({ id, info: loaded.info })
    return
  }
  // The answers of a batch come within one turn of the event loop and leave together.
  let scored: WireResponse[] = []
  const flush = (): void => {
    if (scored.length > 0) reply({ id, scored })
    scored = []
  }
  try {
    await loaded.score(request.requests, {
      signal,
      onScored(index, response) {
        if (scored.length === 0) queueMicrotask(flush)
        scored.push(encodeResponse(index, response))
      },
    })
  } finally {
    flush()
  }
  reply({ id, done: true })
}

// The parent decides when to end: Ctrl-C reaches the whole terminal, and the parent's end shows as 'disconnect'.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => {
  // The broker removes its folder itself, unless it was killed.
  if (process.platform !== 'win32') rmSync(dirname(address), { recursive: true, force: true })
  process.exit(0)
})

const server = createServer(serve)
server.on('error', error => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
server.listen(address, () => process.send?.('listening'))
