import type { Request } from '../../task/types.ts'
import type { LoadedModel } from '../loaded-model.ts'
import { turnEventLoop } from '../turn-event-loop.ts'
import type { ScoreOptions } from '../types.ts'
import { requestKey } from './request-key.ts'
import type { ScoreStore } from './score-store.ts'
import { decodeAnswer, encodeAnswer } from './stored-answer.ts'

/** A model whose answers are kept. */
export interface CachedModel extends LoadedModel {
  /** Stores the answers that are still to be written, before the process ends. */
  flush(): void
}

/** Milliseconds of answering before the event loop gets its turn. */
const answeredAtOnce = 20

/**
 * A model that answers from a store what it has answered before, and stores what it has not, answer by answer; so a run that is
 * killed goes on where it was. A stored answer is the very one that the model gave.
 * @param identity of scorerIdentity
 */
export function withScoreCache(model: LoadedModel, store: ScoreStore, identity: string): CachedModel {
  return {
    get info() {
      return store.problem === undefined ? model.info : { ...model.info, cacheProblem: store.problem }
    },
    async score(requests, options) {
      store.refresh()
      try {
        await scoreMissing(model, store, await answerStored(store, identity, requests, options), options)
      } finally {
        store.flush()
      }
    },
    work: model.work,
    flush: () => store.flush(),
    async close() {
      await store.close()
      await model.close()
    },
  }
}

/** A request without a stored answer. */
interface Missing {
  request: Request
  index: number
  key: Buffer
}

async function answerStored(
  store: ScoreStore,
  identity: string,
  requests: readonly Request[],
  { onScored, signal }: ScoreOptions,
): Promise<Missing[]> {
  const missing: Missing[] = []
  let turned = performance.now()
  for (const [index, request] of requests.entries()) {
    if (performance.now() - turned > answeredAtOnce) {
      await turnEventLoop()
      signal?.throwIfAborted()
      turned = performance.now()
    }
    const key = requestKey(identity, request)
    const bytes = store.get(key)
    const answer = bytes === undefined ? undefined : decodeAnswer(key, bytes)
    if (answer === undefined) missing.push({ request, index, key })
    else onScored(index, { ...answer, cached: true })
  }
  // The model's next batch may keep this process busy for long.
  store.release()
  return missing
}

async function scoreMissing(
  model: LoadedModel,
  store: ScoreStore,
  missing: readonly Missing[],
  { onScored, signal }: ScoreOptions,
): Promise<void> {
  if (missing.length === 0) return
  await model.score(
    missing.map(({ request }) => request),
    {
      signal,
      onScored(place, response) {
        const { index, key } = missing[place] as Missing
        store.put(key, encodeAnswer(key, response))
        onScored(index, response)
      },
    },
  )
}
