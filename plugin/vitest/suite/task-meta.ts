import type {} from 'vitest'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { Group } from '../../metric/types.ts'
import type { GenerateResponse } from '../../scorer/types.ts'

/** What a document's test case carries: enough to see how it was answered without the samples. */
export interface DocumentMeta {
  doc: number
  /** Per-document metrics, `acc` and so on. */
  values?: Record<string, unknown>
  prediction?: number
  gold?: number | number[] | string
  /** Per-document metrics under each further filter, by its name. */
  filtered?: Record<string, Record<string, unknown>>
  /** Log-likelihood of each request. */
  logLikelihoods?: number[]
  /** What the model wrote (generate_until), cut to a few hundred characters. */
  text?: string
  /** What ended it: a stop string, the end-of-text token, or the number of tokens (max_gen_toks). */
  stopReason?: GenerateResponse['stopReason']
}

/** What a task's suite carries. */
export interface SuiteMeta {
  task: string
  file: string
  documents: number
  /** Data files, whose change makes the result stale although no module imports them. */
  dataFiles: string[]
  /** The task's baseline file; undefined when gates are off. */
  baseline: string | undefined
  /** Groups of the run, for the table; a task outside of all of them has them too. */
  groups: Group[]
  result?: EvaluationResult
  /** What the option `output` wants written; undefined without it, and where nothing was scored. */
  output?: SuiteOutput
}

/** What the reporter needs for the files of a run, besides the result. */
export interface SuiteOutput {
  /** Absolute folder of the option. */
  folder: string
  /** Draft of the task's samples file, absolute; the reporter gives it its name. */
  samples: string
  /** The harness's hash of the task's samples. */
  hash: string
  /** The task's configuration as the harness logs it, as JSON that keeps `1.0` a float. */
  config: string
  run: RunFactsOfSuite
}

/** Settings of the run, under the names of lmEval()'s options. */
export interface RunFactsOfSuite {
  /** undefined: as many rows as fit. */
  batchSize?: number | undefined
  bootstrapIters: number
  limit?: number | undefined
  genKwargs?: Record<string, unknown> | undefined
  fewshotSeed: number
  samplingSeed: number
  systemInstruction?: string | undefined
  fewshotAsMultiturn?: boolean | undefined
  /** Text of the chat template that was applied. */
  chatTemplate?: string | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    lmEval?: DocumentMeta
    lmEvalSuite?: SuiteMeta
    /** Results of evaluate() calls inside a test written by hand. */
    lmEvalResults?: EvaluationResult[]
    /** Baseline files that toMatchBaseline used in it. */
    lmEvalBaselines?: string[]
  }
}
