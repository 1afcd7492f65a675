import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'
import { scoreNames } from '../graph/score-head.ts'
import type { Work } from '../work.ts'
import type { CacheEntry, CacheLayout } from './cache-layout.ts'
import { numbersOf } from './half-floats.ts'
import type { CacheTensors, MakeFeeds, Step } from './model-inputs.ts'
import type { Ort } from './onnxruntime.ts'
import { scoreToken } from './token-score.ts'

/** A session with what is needed to run it. */
export interface ModelRunner {
  ort: Pick<Ort, 'Tensor'>
  session: InferenceSession
  makeFeeds: MakeFeeds
  /** Whether the graph itself scores the wanted places; else it gives all logits. */
  scoresInGraph: boolean
  /** undefined for a model without a key/value cache. */
  cache: CacheLayout | undefined
  /** Whether rows of a run can go on after unequal numbers of tokens. */
  unequalStarts: boolean
  /** Whether a run that goes on from a cache by more than one token must be over a single row. */
  continuesAlone: boolean
  work: Work
  /** Entries of a row of logits; undefined if neither model nor config.json says. */
  vocabulary: number | undefined
  /** The ONNX file, for messages. */
  file: string
}

/** Natural logarithm of each target's probability, and whether it is the arg-max. */
export interface StepScores {
  logProbabilities: number[]
  isGreedy: boolean[]
  cache: CacheTensors | undefined
}

/** Logits of each wanted place. */
export interface StepLogits {
  logits: (index: number) => ArrayLike<number>
  cache: CacheTensors | undefined
}

/**
 * One run that scores targets.
 * @throws LmEvalError MODEL
 */
export async function scoreStep(runner: ModelRunner, step: Step, keepCache: boolean): Promise<StepScores> {
  checkTargets(runner, step)
  if (!runner.scoresInGraph) return scoreLogits(runner, step, await logitsStep(runner, step, keepCache))
  const { logProbabilities, best } = scoreNames
  const outputs = await run(runner, step, [logProbabilities, best], keepCache)
  const scores = (outputs[logProbabilities] as Tensor).data as Float32Array
  const arguments_ = (outputs[best] as Tensor).data as BigInt64Array
  return {
    logProbabilities: [...scores].slice(0, step.targets.length),
    isGreedy: step.targets.map(({ index, token }) => arguments_[index] === BigInt(token)),
    cache: cacheOf(runner, outputs, keepCache),
  }
}

function scoreLogits(runner: ModelRunner, step: Step, { logits, cache }: StepLogits): StepScores {
  const scores = step.targets.map(({ index, token }) => {
    const row = logits(index)
    if (token >= row.length) throw unknownToken(runner, token, row.length)
    return scoreToken(row, 0, row.length, token)
  })
  return {
    logProbabilities: scores.map(({ logProbability }) => logProbability),
    isGreedy: scores.map(({ isGreedy }) => isGreedy),
    cache,
  }
}

/**
 * One run that gives logits.
 * @throws LmEvalError MODEL
 */
export async function logitsStep(runner: ModelRunner, step: Step, keepCache: boolean): Promise<StepLogits> {
  const name = runner.scoresInGraph ? scoreNames.logits : 'logits'
  const outputs = await run(runner, step, [name], keepCache)
  const tensor = outputs[name] as Tensor
  const vocabulary = tensor.dims.at(-1) as number
  // A model that was told to keep only the last logits returns fewer positions.
  const positions = tensor.dims.at(-2) as number
  const first = (index: number): number => {
    const { row, place } = step.places[index] as Step['places'][number]
    return runner.scoresInGraph ? index : row * positions + place - (step.length - positions)
  }
  return {
    logits: index => numbersOf(tensor, first(index) * vocabulary, (first(index) + 1) * vocabulary),
    cache: cacheOf(runner, outputs, keepCache),
  }
}

function cacheOf(
  { cache }: ModelRunner,
  outputs: InferenceSession.OnnxValueMapType,
  keepCache: boolean,
): CacheTensors | undefined {
  if (!keepCache || cache === undefined) return undefined
  return new Map([...cache.inputs].map(([input, { output }]) => [input, outputs[output] as Tensor]))
}

/** Only what is fetched is copied out of native memory. */
async function run(
  { session, makeFeeds, cache, work, file }: ModelRunner,
  step: Step,
  fetches: readonly string[],
  keepCache: boolean,
): Promise<InferenceSession.OnnxValueMapType> {
  const wanted: Record<string, Tensor | null> = Object.fromEntries(fetches.map(name => [name, null]))
  if (keepCache && cache !== undefined) Object.assign(wanted, cacheOutputs(cache, step))
  work.runs += 1
  work.computed += step.rows.length * step.length
  work.places += step.places.length
  try {
    const outputs = await session.run(makeFeeds(step), wanted)
    if (keepCache && cache !== undefined) cache.isRegular ??= isRegular(cache, step, outputs)
    // What was written into memory of ours is that memory.
    return {
      ...outputs,
      ...Object.fromEntries(Object.entries(wanted).filter(([, tensor]) => tensor !== null)),
    } as InferenceSession.OnnxValueMapType
  } catch (error) {
    const [reason] = (error as Error).message.split('\n', 1)
    throw new LmEvalError(
      `${file} failed on ${step.rows.length} rows of ${step.length} tokens (${reason}): check that tokenizer and config.json belong to the model, or lower batchSize.`,
      { code: 'MODEL', cause: error },
    )
  }
}

function cacheOutputs(
  { inputs, buffers, isRegular }: CacheLayout,
  step: Step,
): Record<string, Tensor | null> {
  return Object.fromEntries(
    [...inputs.values()].map(entry => [
      entry.output,
      isRegular === true ? buffers.take(entry.type, dimsAfter(entry, step)) : null,
    ]),
  )
}

function isRegular({ inputs }: CacheLayout, step: Step, outputs: InferenceSession.OnnxValueMapType): boolean {
  return [...inputs.values()].every(entry => {
    const { dims, type } = outputs[entry.output] as Tensor
    return type === entry.type && String(dims) === String(dimsAfter(entry, step))
  })
}

function dimsAfter({ dims, axis }: CacheEntry, { rows, length, past }: Step): number[] {
  return dims.map((size, at) => (at === 0 ? rows.length : at === axis ? (past?.length ?? 0) + length : size))
}

/** A target beyond the logits is refused, not read from elsewhere. */
function checkTargets(runner: ModelRunner, { targets }: Step): void {
  const { vocabulary = Number.POSITIVE_INFINITY } = runner
  const beyond = targets.find(({ token }) => token >= vocabulary)
  if (beyond !== undefined) throw unknownToken(runner, beyond.token, vocabulary)
}

function unknownToken({ file }: ModelRunner, token: number, vocabulary: number): LmEvalError {
  return new LmEvalError(
    `The tokenizer gives token ${token}, but ${file} knows ${vocabulary} tokens: use the tokenizer of this model.`,
    { code: 'MODEL' },
  )
}
