import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import { BatchDecoder, type Sequence } from './batch-decoder.ts'
import { findCacheNames } from './cache-names.ts'
import { cacheBytesOfToken } from './cache-size.ts'
import type { ModelFolder } from './model-folder.ts'
import { planInputs } from './model-inputs.ts'
import type { ModelRow, Span } from './model-rows.ts'
import { logitsOf, type ModelRunner, runModel } from './model-runner.ts'
import { loadOnnxRuntime } from './onnxruntime.ts'
import { openSession } from './open-session.ts'
import type { SpanScore } from './scored-job.ts'
import { scoreToken } from './token-score.ts'
import type { ModelSpec, ProviderReport } from './types.ts'

/** A loaded causal language model. */
export interface OnnxSession {
  provider: ProviderReport
  /** Entries of a row of logits; undefined if neither model nor config.json says. */
  vocabulary: number | undefined
  /** Bytes of key/value cache that one token of one row takes; 0 for a model without a cache. */
  cacheBytes: number
  /** Scores of each row's spans; blocks the thread while the model runs. */
  scoreBatch(batch: readonly ModelRow[]): Promise<SpanScore[][]>
  /** Continues sequences side by side, token by token; close it when done. `logits`: what one run may give at most. */
  continueRows(rows: readonly Sequence[], logits: number): BatchDecoder
  close(): Promise<void>
}

/**
 * Loads the model of a folder into ONNX Runtime.
 * @throws LmEvalError MODEL: no onnxruntime-node, unusable file or inputs; PROVIDER: what was asked for cannot run
 */
export async function openOnnxSession(
  folder: ModelFolder,
  spec: Pick<ModelSpec, 'provider' | 'threads'>,
): Promise<OnnxSession> {
  const ort = await loadOnnxRuntime()
  const { session, report } = await openSession(ort, folder.onnxFile, spec)
  const makeFeeds = planInputs(ort, session.inputMetadata, folder.onnxFile)
  const logits = findLogits(session, folder.onnxFile)
  const sizes = [logits.shape.at(-1), folder.config.vocab_size]
  const runner: ModelRunner = {
    ort,
    session,
    makeFeeds,
    output: logits.name,
    cacheNames: findCacheNames(session.inputNames, session.outputNames),
    vocabulary: sizes.find(size => typeof size === 'number'),
    file: folder.onnxFile,
  }
  return {
    provider: report,
    vocabulary: runner.vocabulary,
    cacheBytes: runner.cacheNames === undefined ? 0 : cacheBytesOfToken(session.inputMetadata),
    scoreBatch: batch => runBatch(runner, batch),
    continueRows: (rows, logits) => new BatchDecoder(runner, rows, logits),
    close: () => session.release(),
  }
}

function findLogits(session: InferenceSession, file: string): InferenceSession.TensorValueMetadata {
  const output = session.outputMetadata.find(({ name }) => name === 'logits')
  if (output?.isTensor && (output.type === 'float32' || output.type === 'float16')) return output
  const outputs = session.outputMetadata.map(({ name }) => name).join(', ')
  throw new LmEvalError(
    `${file} has no output named logits of float32 or float16 (its outputs: ${outputs}): export it as a causal language model (text-generation).`,
    { code: 'MODEL' },
  )
}

async function runBatch(runner: ModelRunner, batch: readonly ModelRow[]): Promise<SpanScore[][]> {
  const length = Math.max(...batch.map(({ input }) => input.length))
  const firstNeeded = Math.min(
    ...batch.flatMap(({ spans }) => spans.map(({ end, targets }) => end - targets.length)),
  )
  const shape = { rows: batch.map(({ input }) => input), length, keep: length - firstNeeded }
  // Only the logits are fetched: the new key/value cache stays in native memory and is freed there.
  const outputs = await runModel(runner, shape, [runner.output])
  const logits = outputs[runner.output] as Tensor
  try {
    return batch.map(({ spans }, row) => spans.map(span => scoreSpan(logits, row, length, span, runner.file)))
  } finally {
    logits.dispose()
  }
}

function scoreSpan(
  logits: Tensor,
  row: number,
  length: number,
  { end, targets }: Span,
  file: string,
): SpanScore {
  const [, positions, vocabulary] = logits.dims as [number, number, number]
  // A model that was told to keep only the last logits returns fewer positions.
  const leftOut = length - positions
  const first = (row * positions + end - targets.length - leftOut) * vocabulary
  const rows = logitsOf(logits, first, first + targets.length * vocabulary)
  let logLikelihood = 0
  let isGreedy = true
  for (const [place, target] of targets.entries()) {
    if (target >= vocabulary) {
      throw new LmEvalError(
        `The tokenizer gives token ${target}, but ${file} knows ${vocabulary} tokens: use the tokenizer of this model.`,
        { code: 'MODEL' },
      )
    }
    const score = scoreToken(rows, place * vocabulary, vocabulary, target)
    logLikelihood += score.logProbability
    isGreedy &&= score.isGreedy
  }
  return { logLikelihood, isGreedy }
}
