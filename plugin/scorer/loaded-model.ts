import { setImmediate, setTimeout } from 'node:timers/promises'
import { LmEvalError } from '../errors.ts'
import type { LoglikelihoodRequest, Request } from '../task/types.ts'
import { type EncodedRequest, RequestEncoder } from './encode.ts'
import { hashModelFolder, readModelFolder } from './model-folder.ts'
import { type ModelRow, shareRows } from './model-rows.ts'
import { type OnnxSession, openOnnxSession, type SpanScore } from './onnx-session.ts'
import { planBatches } from './plan-batches.ts'
import { loadTokenizer } from './tokenizer.ts'
import { Turns } from './turns.ts'
import type { LoglikelihoodResponse, ModelSpec, ScoreOptions, ScorerInfo } from './types.ts'

/** Logits of one batch at most: 128 MiB in float32, and as much again for their copy in JavaScript. */
const logitsOfBatch = 32 * 1024 * 1024
/** Vocabulary assumed for a model that does not name its own. */
const assumedVocabulary = 262_144
/** Requests encoded before the event loop gets its turn. */
const encodedAtOnce = 64

/** A model in this process's memory, with everything needed to answer requests. */
export interface LoadedModel {
  info: ScorerInfo
  /** As `Scorer.score`; calls made at the same time take turns batch by batch. */
  score(requests: readonly Request[], options: ScoreOptions): Promise<void>
  close(): Promise<void>
}

/**
 * Loads model and tokenizer of a folder.
 * @throws LmEvalError MODEL or PROVIDER
 */
export async function loadModel(spec: ModelSpec): Promise<LoadedModel> {
  const folder = readModelFolder(spec.path)
  const maxLength = spec.maxLength ?? folder.maxLength
  const encoder = new RequestEncoder(loadTokenizer(folder), maxLength)
  const session = await openOnnxSession(folder, spec)
  const hashes = await hashModelFolder(folder)
  const turns = new Turns()
  return {
    info: {
      model: spec.name,
      path: spec.path,
      precision: folder.precision,
      weightsHash: hashes.weights,
      tokenizerHash: hashes.tokenizer,
      provider: session.provider,
      maxLength,
      demonstration: spec.demonstration,
    },
    score: (requests, options) =>
      scoreAll({ session, encoder, turns, rows: spec.batchSize, folder: spec.path }, requests, options),
    close: () => turns.take(() => session.close()),
  }
}

interface Engine {
  session: OnnxSession
  encoder: RequestEncoder
  turns: Turns
  rows: number
  folder: string
}

/** Requests with the same text, scored once. */
interface Job {
  request: LoglikelihoodRequest
  encoded: EncodedRequest
  indices: number[]
}

/** Answers what can be answered, then throws the first request's error if there was one. */
async function scoreAll(engine: Engine, requests: readonly Request[], options: ScoreOptions): Promise<void> {
  const { jobs, failure } = await encodeAll(engine.encoder, requests, options.signal)
  const rows = shareRows(jobs.map(({ encoded }) => encoded))
  const vocabulary = engine.session.vocabulary ?? assumedVocabulary
  for (const batch of planBatches(rows, { rows: engine.rows, logits: logitsOfBatch, vocabulary })) {
    await engine.turns.take(async () => {
      options.signal?.throwIfAborted()
      await scoreRows(engine, batch, jobs, options)
    })
    await turnEventLoop()
  }
  if (failure !== undefined) throw failure
}

async function encodeAll(
  encoder: RequestEncoder,
  requests: readonly Request[],
  signal: AbortSignal | undefined,
): Promise<{ jobs: Job[]; failure: unknown }> {
  const jobs = new Map<string, Job>()
  let failure: unknown
  for (const [index, request] of requests.entries()) {
    if (index % encodedAtOnce === 0) {
      signal?.throwIfAborted()
      if (index > 0) await setImmediate()
    }
    const key = JSON.stringify([request.context, request.continuation])
    const known = jobs.get(key)
    if (known !== undefined) {
      known.indices.push(index)
      continue
    }
    try {
      jobs.set(key, { request, encoded: encoder.encode(request), indices: [index] })
    } catch (error) {
      failure ??= error
    }
  }
  return { jobs: [...jobs.values()], failure }
}

async function scoreRows(
  { session, folder }: Engine,
  batch: readonly ModelRow[],
  jobs: readonly Job[],
  { onScored }: ScoreOptions,
): Promise<void> {
  const scores = await session.scoreBatch(batch)
  for (const [row, { spans }] of batch.entries()) {
    for (const [place, span] of spans.entries()) {
      const { request, encoded, indices } = jobs[span.request] as Job
      const score = scores[row]?.[place] as SpanScore
      if (Number.isNaN(score.logLikelihood)) {
        throw new LmEvalError(
          `The model in ${folder} gave NaN for request ${request.ordinal}: check the export, or choose another provider.`,
          { code: 'MODEL' },
        )
      }
      const response: LoglikelihoodResponse = {
        ...score,
        tokens: encoded.targets.length,
        truncated: encoded.truncated,
      }
      for (const index of indices) onScored(index, response)
    }
  }
}

/** `session.run` blocks the event loop; a message from another process needs several of its turns to be seen. */
async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate()
    await setTimeout(0)
  }
}
