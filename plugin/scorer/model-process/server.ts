/** The program of a model process: `node server.js ADDRESS SPEC`, forked by the broker. */
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { type LoadedEncoder, loadEncoder } from '../../encoder/loaded-encoder.ts'
import { loadCachedModel } from '../score-cache/load-cached-model.ts'
import type { CachedModel } from '../score-cache/with-score-cache.ts'
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
let flush = (): void => {}
let loading: Promise<CachedModel | LoadedEncoder> | undefined

function model(): Promise<CachedModel | LoadedEncoder> {
  if (loading === undefined) {
    loads += 1
    const load = 'encoder' in spec ? loadEncoder(spec) : loadCachedModel(spec)
    loading = load.catch(error => {
      loading = undefined
      throw error
    })
    loading.then(
      loaded => {
        if (!('flush' in loaded)) return
        flush = loaded.flush
        // Then it ends as it would have; the answers that wait to be written into the score cache are not lost.
        process.once('SIGTERM', () => {
          flush()
          process.kill(process.pid, 'SIGTERM')
        })
      },
      () => {},
    )
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
  const send = (): void => {
    if (scored.length > 0) reply({ id, scored })
    scored = []
  }
  try {
    await loaded.score(request.requests, {
      signal,
      onScored(index, response) {
        if (scored.length === 0) queueMicrotask(send)
        scored.push(encodeResponse(index, response))
      },
    })
  } finally {
    send()
  }
  reply({ id, done: true })
}

// The parent decides when to end: Ctrl-C reaches the whole terminal, and the parent's end shows as 'disconnect'.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => {
  flush()
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
