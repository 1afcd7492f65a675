import type {} from 'vitest'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { Group } from '../../metric/types.ts'

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
