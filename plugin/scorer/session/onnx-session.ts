import type { InferenceSession } from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'
import { BatchDecoder } from '../generation/batch-decoder.ts'
import type { Sequence } from '../generation/sequence.ts'
import { editGraph } from '../graph/edit-graph.ts'
import { floatType, halfFloatType, type OnnxGraph } from '../graph/onnx-graph.ts'
import { readGraph } from '../graph/read-graph.ts'
import { scoreNames } from '../graph/score-head.ts'
import type { ModelFolder } from '../model/model-folder.ts'
import type { ModelSpec, ProviderReport } from '../types.ts'
import { noWork, type Work } from '../work.ts'
import { cacheAxis } from './cache-input.ts'
import { bytesOfToken, type CacheLayout, cacheLayout } from './cache-layout.ts'
import { planInputs, type Step } from './model-inputs.ts'
import { type ModelRunner, type StepScores, scoreStep } from './model-runner.ts'
import { loadOnnxRuntime, type Ort } from './onnxruntime.ts'
import { openSession } from './open-session.ts'
import { mayStartUnequally, startsUnequally } from './unequal-starts.ts'

/** A loaded causal language model. */
export interface OnnxSession {
  provider: ProviderReport
  /** Entries of a row of logits; undefined if neither model nor config.json says. */
  vocabulary: number | undefined
  /** Bytes of key/value cache that one token of one row takes; 0 for a model without a cache. */
  cacheBytes: number
  /** Why every run gives all logits; undefined where the graph scores the wanted ones itself. */
  fullLogits: string | undefined
  /** What lets a run go on from another's rows; undefined for a model that cannot. */
  cache: CacheLayout | undefined
  /** Whether rows of a run can go on after unequal numbers of tokens: the mask and positions say all, wherever the tokens stand. */
  unequalStarts: boolean
  /** Whether a run that goes on from a cache by more than one token must be over a single row: ONNX Runtime's fused attention. */
  continuesAlone: boolean
  /** Whether a row's answer depends on what else is in the run: activations are quantised over all of it. */
  mustRunAlone: boolean
  /** Counts everything that the session does. */
  work: Work
  /** Scores a step's targets; blocks the thread while the model runs. */
  score(step: Step, keepCache: boolean): Promise<StepScores>
  /** Continues sequences side by side, token by token; close it when done. `tokens`: what one run may be over at most. */
  continueRows(rows: readonly Sequence[], tokens: number): BatchDecoder
  close(): Promise<void>
}

/**
 * Loads the model of a folder into ONNX Runtime, its graph edited so that it scores by itself.
 * @throws LmEvalError MODEL: no onnxruntime-node, unusable file or inputs; PROVIDER: what was asked for cannot run
 */
export async function openOnnxSession(
  folder: ModelFolder,
  spec: Pick<ModelSpec, 'provider' | 'threads'>,
): Promise<OnnxSession> {
  const ort = await loadOnnxRuntime()
  const graph = readGraph(folder.onnxFile)
  checkLogits(graph)
  const { session, report, fullLogits } = await openEdited(ort, graph, spec)
  const logits = graph.outputs.find(({ name }) => name === 'logits')
  const sizes = [logits?.dims?.at(-1), folder.config.vocab_size]
  const cache = cacheLayout(ort, graph)
  const runner: ModelRunner = {
    ort,
    session,
    makeFeeds: planInputs(ort, session.inputMetadata, folder.onnxFile, cache?.buffers),
    scoresInGraph: session.inputNames.includes(scoreNames.rows),
    cache,
    unequalStarts: false,
    work: noWork(),
    continuesAlone: graph.nodes.some(({ operator }) => operator === 'GroupQueryAttention'),
    vocabulary: sizes.find(size => typeof size === 'number'),
    file: folder.onnxFile,
  }
  const score = (step: Step, keepCache: boolean): Promise<StepScores> => scoreStep(runner, step, keepCache)
  if (cache !== undefined && mayStartUnequally(graph, folder.config)) {
    runner.unequalStarts = await startsUnequally(score, cache)
  }
  return {
    provider: report,
    vocabulary: runner.vocabulary,
    cacheBytes: bytesOfToken(cache),
    fullLogits,
    cache,
    unequalStarts: runner.unequalStarts,
    work: runner.work,
    continuesAlone: runner.continuesAlone,
    mustRunAlone: graph.nodes.some(({ operator }) => operator.startsWith('DynamicQuantize')),
    score,
    continueRows: (rows, tokens) => new BatchDecoder(runner, rows, tokens),
    close: () => session.release(),
  }
}

interface Opened {
  session: InferenceSession
  report: ProviderReport
  fullLogits: string | undefined
}

/** Opens the edited graph, or the file itself where that cannot be. */
async function openEdited(
  ort: Ort,
  graph: OnnxGraph,
  spec: Pick<ModelSpec, 'provider' | 'threads'>,
): Promise<Opened> {
  const edited = editGraph(graph, cacheInputs(graph))
  let fullLogits = typeof edited === 'string' ? edited : edited.fullLogits
  if (typeof edited !== 'string') {
    try {
      return { ...(await openSession(ort, { file: graph.file, model: edited.model }, spec)), fullLogits }
    } catch (error) {
      if (!(error instanceof LmEvalError)) throw error
      // A fault of the model's or the provider's own shows again below.
      fullLogits = `ONNX Runtime does not take it edited (${error.message})`
    }
  }
  return { ...(await openSession(ort, { file: graph.file }, spec)), fullLogits }
}

function cacheInputs({ inputs }: OnnxGraph): { name: string; axis: number }[] {
  return inputs.flatMap(({ name, dims }) => {
    const axis = name.startsWith('past') && dims !== undefined ? cacheAxis(dims) : undefined
    return axis === undefined ? [] : [{ name, axis }]
  })
}

function checkLogits({ file, outputs }: OnnxGraph): void {
  const type = outputs.find(({ name }) => name === 'logits')?.type
  if (type === floatType || type === halfFloatType) return
  throw new LmEvalError(
    `${file} has no output named logits of float32 or float16 (its outputs: ${outputs.map(({ name }) => name).join(', ')}): export it as a causal language model (text-generation).`,
    { code: 'MODEL' },
  )
}
