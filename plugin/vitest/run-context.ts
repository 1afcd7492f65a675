import { resolve } from 'node:path'
import type { DecontaminationOptions } from '../evaluation/decontaminate.ts'
import type { EvaluationContext } from '../evaluation/evaluation-context.ts'
import type { ResolvedOptions } from './options.ts'

/** Options of lmEval() and evaluate() that an evaluation takes as they are. */
type EvaluationOptions = Pick<
  ResolvedOptions,
  | 'datasets'
  | 'limit'
  | 'samples'
  | 'numFewshot'
  | 'fewshotSeed'
  | 'samplingSeed'
  | 'genKwargs'
  | 'metadata'
  | 'systemInstruction'
  | 'bootstrapIters'
  | 'decontamination'
>

/** That part of an evaluation's context that comes from the options. */
export function runContext(
  options: EvaluationOptions,
  root: string,
): Omit<EvaluationContext, 'root' | 'packageVersion' | 'importModule'> {
  const { datasets, limit, samples, numFewshot, fewshotSeed, genKwargs, metadata, systemInstruction } =
    options
  return {
    datasets,
    limit,
    samples,
    numFewshot,
    fewshotSeed,
    samplingSeed: options.samplingSeed,
    genKwargs,
    metadata,
    systemInstruction,
    bootstrapIters: options.bootstrapIters,
    decontamination: trainingOf(options.decontamination, root),
  }
}

/** Training text with absolute paths. */
function trainingOf(
  given: ResolvedOptions['decontamination'],
  root: string,
): DecontaminationOptions | undefined {
  if (given === undefined) return undefined
  const paths = [given.paths].flat()
  return { ...given, paths: paths.map(path => resolve(root, path)) }
}
