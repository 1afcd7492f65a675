import type { EvaluationContext } from '../evaluation/task-evaluation.ts'
import type { ResolvedOptions } from './options.ts'

/** Options of lmEval() and evaluate() that an evaluation takes as they are. */
type EvaluationOptions = Pick<
  ResolvedOptions,
  | 'datasets'
  | 'limit'
  | 'samples'
  | 'numFewshot'
  | 'fewshotSeed'
  | 'genKwargs'
  | 'metadata'
  | 'systemInstruction'
  | 'bootstrapIters'
>

/** That part of an evaluation's context that comes from the options. */
export function runContext(
  options: EvaluationOptions,
): Omit<EvaluationContext, 'root' | 'packageVersion' | 'importModule'> {
  const { datasets, limit, samples, numFewshot, fewshotSeed, genKwargs, metadata, systemInstruction } =
    options
  return {
    datasets,
    limit,
    samples,
    numFewshot,
    fewshotSeed,
    genKwargs,
    metadata,
    systemInstruction,
    bootstrapIters: options.bootstrapIters,
  }
}
