import { LmEvalError } from '../errors.ts'
import type { Response, Scorer } from '../scorer/types.ts'
import type { DocumentRequests, Request } from '../task/types.ts'
import { defaultSamplingSeed } from './sampling.ts'

export interface ScoreDocumentsOptions {
  docIds: readonly number[]
  /** Requests of a document; a throw fails that document alone. */
  build: (docId: number) => DocumentRequests
  scorer: Scorer
  /** How often each request is sent, side by side; its answers come in this order. Default: once. */
  repeats?: number
  /** Seed of sampled texts. Default: 1234. */
  samplingSeed?: number | undefined
  onAnswered: (requests: DocumentRequests, responses: Response[]) => void
  onFailed: (docId: number, error: Error) => void
  signal: AbortSignal
}

/** Documents of the first window: small, so that the first answers show at once. */
const firstWindow = 8
/** Documents of the others: large, so that the scorer sees what they share. */
const otherWindows = 2048
/** Windows under way at a time: the scorer never waits for us, and a stopped run wastes little. */
const windowsAhead = 2
/** One death of the model process fails every window under way; a second one in a row is given up. */
const crashesAllowed = 2 * windowsAhead - 1

/**
 * Sends the documents to the scorer in windows of fixed size (8, then 2048), so that the same selection always makes the same
 * batches.
 * @throws the error that makes every further request pointless (no model, a provider that cannot run, a model process that
 * dies again and again), or the signal's reason
 */
export async function scoreDocuments(options: ScoreDocumentsOptions): Promise<void> {
  const windows = splitIntoWindows(options.docIds)
  const state = { crashes: 0 }
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < windows.length) {
      options.signal.throwIfAborted()
      const window = windows[next++] as number[]
      await scoreWindow(window, options, state)
    }
  }
  await Promise.all(Array.from({ length: windowsAhead }, lane))
}

function splitIntoWindows(docIds: readonly number[]): number[][] {
  const windows: number[][] = []
  for (let start = 0, end = firstWindow; start < docIds.length; start = end, end += otherWindows) {
    windows.push(docIds.slice(start, end))
  }
  return windows
}

interface Pending {
  requests: DocumentRequests
  responses: (Response | undefined)[]
  missing: number
}

async function scoreWindow(
  docIds: readonly number[],
  options: ScoreDocumentsOptions,
  state: { crashes: number },
): Promise<void> {
  const pending: Pending[] = []
  for (const docId of docIds) {
    try {
      const requests = options.build(docId)
      const count = requests.requests.length * (options.repeats ?? 1)
      pending.push({ requests, responses: new Array(count), missing: count })
    } catch (error) {
      options.onFailed(docId, error as Error)
    }
  }
  await scorePending(pending, options, state)
}

async function scorePending(
  pending: readonly Pending[],
  options: ScoreDocumentsOptions,
  state: { crashes: number },
): Promise<void> {
  const repeats = options.repeats ?? 1
  const owners = pending.flatMap(document =>
    Array.from(document.responses, (_, place) => ({ document, place })),
  )
  try {
    await options.scorer.score(
      owners.map(({ document, place }) =>
        drawn(
          document.requests.requests[Math.floor(place / repeats)] as Request,
          options.samplingSeed ?? defaultSamplingSeed,
          place % repeats,
        ),
      ),
      {
        signal: options.signal,
        onScored(index, response) {
          const { document, place } = owners[index] as (typeof owners)[number]
          document.responses[place] = response
          document.missing -= 1
          if (document.missing === 0) options.onAnswered(document.requests, document.responses as Response[])
        },
      },
    )
    state.crashes = 0
  } catch (error) {
    if (options.signal.aborted || isFatal(error)) throw error
    const open = pending.filter(document => document.missing > 0)
    const crashed = error instanceof LmEvalError && error.code === 'MODEL_PROCESS'
    if (crashed && ++state.crashes > crashesAllowed) throw error
    if (crashed || open.length === 1) {
      for (const { requests } of open) options.onFailed(requests.docId, error as Error)
      return
    }
    // One request can spoil the call it travels in: asked one by one, only the guilty document fails.
    for (const { requests } of open) await scoreWindow([requests.docId], options, state)
  }
}

/** Lets every repeat of a sampled text be another one. */
function drawn(request: Request, seed: number, repeat: number): Request {
  return request.type === 'generate_until' ? { ...request, draw: { seed, repeat } } : request
}

function isFatal(error: unknown): boolean {
  return error instanceof LmEvalError && (error.code === 'MODEL' || error.code === 'PROVIDER')
}
