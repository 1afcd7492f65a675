import { LmEvalError } from '../errors.ts'
import type { Request } from '../task/types.ts'
import { GeneratedText, type Generator } from './generation/generated-text.ts'
import { planGenerations } from './generation/plan-generations.ts'
import { hashModelFolder, readModelFolder } from './model/model-folder.ts'
import { isOutOfMemory } from './out-of-memory.ts'
import type { BatchLimits } from './plan/batches.ts'
import { countTokens, prefixTree } from './plan/prefix-tree.ts'
import { type GenerationJob, planJobs } from './plan-jobs.ts'
import { scorePieces } from './score-pieces.ts'
import type { ScoredJob } from './scored-job.ts'
import { scoringLimits } from './scoring-limits.ts'
import { type OnnxSession, openOnnxSession } from './session/onnx-session.ts'
import { RequestEncoder } from './tokens/encode.ts'
import { loadTokenizer } from './tokens/tokenizer.ts'
import { turnEventLoop } from './turn-event-loop.ts'
import { Turns } from './turns.ts'
import type { ModelSpec, ScoreOptions, ScorerInfo } from './types.ts'
import type { Work } from './work.ts'

/** Key/value cache of texts under way at most, in bytes; while a step runs, the last one's is there as well. */
const cacheOfBatch = 128 * 1024 ** 2
/** Texts that are generated side by side, unless batchSize says otherwise. */
const textsAtOnce = 16
/** Rows of a batch that is scored, unless batchSize says otherwise: its tokens are what limits it. */
const rowsAtOnce = 256

/** A model in this process's memory, with everything needed to answer requests. */
export interface LoadedModel {
  info: ScorerInfo
  /** Counts everything that the model does. */
  work: Readonly<Work>
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
  const tokenizer = loadTokenizer(folder)
  const encoder = new RequestEncoder(tokenizer, maxLength)
  const session = await openOnnxSession(folder, spec)
  const hashes = await hashModelFolder(folder)
  const turns = new Turns()
  const engine: Engine = {
    session,
    encoder,
    tokenizer,
    turns,
    rows: spec.batchSize,
    isFixed: spec.deterministic === true,
    limits: scoringLimits(session, spec.batchSize ?? rowsAtOnce),
    folder,
    maxLength,
  }
  return {
    info: {
      model: spec.name,
      path: spec.path,
      precision: folder.precision,
      weightsHash: hashes.weights,
      tokenizerHash: hashes.tokenizer,
      provider: session.provider,
      maxLength,
      ...(session.fullLogits === undefined ? {} : { fullLogits: session.fullLogits }),
      demonstration: spec.demonstration,
    },
    work: session.work,
    score: (requests, options) => answerAll(engine, requests, options),
    close: () => turns.take(() => session.close()),
  }
}

interface Engine extends Generator {
  session: OnnxSession
  encoder: RequestEncoder
  turns: Turns
  /** Rows of a batch at most, where the user says. */
  rows: number | undefined
  limits: BatchLimits
  /** Whether every batch must run as it is planned. */
  isFixed: boolean
}

/** Answers what can be answered, then throws the first request's error if there was one. */
async function answerAll(engine: Engine, requests: readonly Request[], options: ScoreOptions): Promise<void> {
  const { scored, generations, failure } = await planJobs(engine.encoder, requests, options.signal)
  await scoreAll(engine, scored, options)
  const refusal = await generateAll(engine, generations, options)
  if (failure !== undefined || refusal !== undefined) throw failure ?? refusal
}

async function scoreAll(engine: Engine, jobs: readonly ScoredJob[], options: ScoreOptions): Promise<void> {
  for (const job of jobs) if (job.pieces.length === 0) answer(job, options)
  const pieces = jobs.flatMap(job => job.pieces.map((encoded, place) => ({ job, place, encoded })))
  await scorePieces(
    pieces.map(({ encoded }) => encoded),
    {
      session: engine.session,
      limits: engine.limits,
      isFixed: engine.isFixed,
      turn: work => takeTurn(engine, options, work),
      onScored(piece, score) {
        const { job, place } = pieces[piece] as (typeof pieces)[number]
        if (Number.isNaN(score.logLikelihood)) throw notANumber(engine, job)
        if (job.take(place, score)) answer(job, options)
      },
    },
  )
}

async function takeTurn<T>({ turns }: Engine, { signal }: ScoreOptions, work: () => Promise<T>): Promise<T> {
  const result = await turns.take(() => {
    signal?.throwIfAborted()
    return work()
  })
  await turnEventLoop()
  return result
}

function notANumber({ folder }: Engine, { request }: ScoredJob): LmEvalError {
  return new LmEvalError(
    `The model in ${folder.path} gave NaN for request ${request.ordinal}: check the export, or choose another provider.`,
    { code: 'MODEL' },
  )
}

/** Milliseconds of generating before the event loop gets its turn. */
const generatedAtOnce = 20

/** Gives back the first error that is about a request and not about the model. */
async function generateAll(
  engine: Engine,
  jobs: readonly GenerationJob[],
  options: ScoreOptions,
): Promise<LmEvalError | undefined> {
  const { texts, refusal } = startTexts(engine, jobs)
  const tokens = cacheOfBatch / engine.session.cacheBytes
  const { work } = engine.session
  work.distinct += countTokens(
    prefixTree([...texts.keys()].map(text => ({ input: [...text.tokens], targets: [] }))),
  )
  for (const batch of planGenerations([...texts.keys()], {
    rows: engine.session.mustRunAlone ? 1 : (engine.rows ?? textsAtOnce),
    tokens,
    unequalStarts: engine.session.unequalStarts,
  })) {
    await generateBatch(engine, batch, options, text => {
      const response = text.response()
      work.summed += text.tokens.length
      work.distinct += response.tokens
      for (const index of texts.get(text)?.indices ?? []) options.onScored(index, response)
    })
  }
  return refusal
}

function startTexts(
  engine: Engine,
  jobs: readonly GenerationJob[],
): { texts: Map<GeneratedText, GenerationJob>; refusal: LmEvalError | undefined } {
  const texts = new Map<GeneratedText, GenerationJob>()
  let refusal: LmEvalError | undefined
  for (const job of jobs) {
    const { encoded, request } = job
    try {
      texts.set(new GeneratedText(engine, { text: request.context, encoded, draw: request.draw }), job)
    } catch (error) {
      if (!(error instanceof LmEvalError) || error.code === 'MODEL') throw error
      refusal ??= error
    }
  }
  return { texts, refusal }
}

async function generateBatch(
  engine: Engine,
  batch: readonly GeneratedText[],
  options: ScoreOptions,
  onFinished: (text: GeneratedText) => void,
): Promise<void> {
  const { session, turns, limits } = engine
  const decoder = session.continueRows(batch, limits.tokens)
  const open = new Set(batch)
  let turned = performance.now()
  try {
    while (!decoder.isFinished) {
      const finished = await turns.take(() => {
        options.signal?.throwIfAborted()
        return decoder.next()
      })
      for (const text of finished as GeneratedText[]) {
        open.delete(text)
        onFinished(text)
      }
      if (performance.now() - turned < generatedAtOnce) continue
      await turnEventLoop()
      turned = performance.now()
    }
  } catch (error) {
    // The run that failed may have finished some before.
    const rest = [...open].filter(text => !text.isFinished)
    if (batch.length < 2 || engine.isFixed || !isOutOfMemory(error)) throw error
    decoder.close()
    for (const text of open) if (text.isFinished) onFinished(text)
    const middle = Math.ceil(rest.length / 2)
    for (const half of [rest.slice(0, middle), rest.slice(middle)]) {
      await generateBatch(engine, half, options, onFinished)
    }
  } finally {
    decoder.close()
  }
}

function answer(job: ScoredJob, { onScored }: ScoreOptions): void {
  const response = job.response()
  for (const index of job.indices) onScored(index, response)
}
