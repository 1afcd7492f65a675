import type { Encoders } from '../encoder/types.ts'
import type { Sample } from '../metric/types.ts'
import type { Response } from '../scorer/types.ts'
import type { ChatOptions } from '../task/context-builder.ts'
import type { DocumentRequests } from '../task/types.ts'
import type { DecontaminationOptions } from './decontaminate.ts'

/** Settings of a run that a task is evaluated with. */
export interface EvaluationContext {
  root: string
  datasets: Record<string, string | Record<string, string | string[]>>
  limit?: number | undefined
  /** The harness's `--samples`: positions of the documents to evaluate, by task. */
  samples?: Readonly<Record<string, readonly number[]>> | undefined
  /** One of several processes that share each task's documents. */
  part?: { index: number; of: number } | undefined
  numFewshot?: number | undefined
  /** Seed of the few-shot examples. Default: 1234. */
  fewshotSeed?: number | bigint | undefined
  /** Seed of sampled texts. Default: 1234. */
  samplingSeed?: number | undefined
  genKwargs?: Readonly<Record<string, unknown>> | undefined
  metadata?: Readonly<Record<string, unknown>> | undefined
  systemInstruction?: string | undefined
  chat?: ChatOptions | undefined
  /** Encoders for metrics that compare texts with a model; without one such a metric is N/A. */
  encoders?: Encoders | undefined
  /** What is to be said about the model beside every figure. */
  modelWarnings?: readonly string[] | undefined
  /** Nothing will be scored: metrics and filters need not exist. */
  promptsOnly?: boolean | undefined
  /** The harness's `--predict_only`: answers are kept, and no metric but `bypass` is computed. */
  predictOnly?: boolean | undefined
  /** Training text that documents of tasks with `should_decontaminate` are looked for in. */
  decontamination?: DecontaminationOptions | undefined
  bootstrapIters: number
  packageVersion: string
  /** Imports a module that a `!function` names; the file is absolute. */
  importModule: (file: string) => Promise<Record<string, unknown>>
}

export interface ScoringHooks {
  /** `responses` holds the first answer to each request, `repeated` all of a task with `repeats`, side by side. */
  onSample?: (
    requests: DocumentRequests,
    responses: Response[],
    sample: Sample,
    repeated: readonly Response[],
  ) => void
  onFailure?: (docId: number, error: Error) => void
}
