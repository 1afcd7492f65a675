import type { EncoderInfo } from '../encoder/types.ts'
import type { LmEvalError } from '../errors.ts'
import type { MetricResult, Sample, UnavailableMetric } from '../metric/types.ts'
import type { Response, ScorerInfo } from '../scorer/types.ts'
import type { DatasetInfo, DocumentRequests } from '../task/types.ts'

/** Where a result came from: everything a baseline needs so that two figures can be compared with open eyes. */
export interface EvaluationProvenance {
  scorer: ScorerInfo
  dataset: DatasetInfo
  /** SHA-256 of the task's merged configuration and function modules. */
  taskHash: string
  packageVersion: string
  /** Encoders that computed metrics; absent where there are none. */
  encoders?: EncoderInfo[]
}

/** Counts behind a result. */
export interface DocumentCounts {
  /** Documents that were to be scored. */
  selected: number
  /** Documents of the evaluated split. */
  total: number
  /** Documents that could not be scored. */
  failed: number
  /** Documents whose context was cut on the left to fit the model's window. */
  truncated: number
  /** Documents with a continuation that its context swallowed, so that it was scored alone. */
  alone?: number
  /** Documents with a text that was cut on the right to fit an encoder's window. */
  encoderCut?: number
  /** Generated texts that ended at their largest number of tokens, of how many; one for each repeat. */
  cutShort?: { texts: number; of: number }
  /** Documents in which a filter found no answer, by its name. */
  unanswered?: Record<string, number>
  /** Documents that stand in training text; absent unless they were looked for. */
  contaminated?: number
}

/** Answers that came from the score cache, of how many. */
export interface CachedAnswers {
  answers: number
  of: number
}

/** What an evaluated task is held against its gates with, and what the reporter prints. Serialisable. */
export interface EvaluationResult extends EvaluationProvenance {
  task: string
  alias: string
  file: string
  /** `metadata.version` as text; undefined where the task names none. */
  version: string | undefined
  numFewshot: number
  /** How texts were drawn by lot; absent where none was. */
  sampling?: { seed: number; repeats: number }
  metrics: MetricResult[]
  /** Metrics for whose encoder nobody set a folder; absent where there are none. */
  unavailable?: UnavailableMetric[]
  /** Whether higher is better, for every metric that the task names or its functions gave; null where nobody says. */
  directions?: Record<string, boolean | null>
  documents: DocumentCounts
  /** Absent where no answer came from the score cache. */
  cached?: CachedAnswers
  /** What a reader must know before trusting the figures, one sentence each. */
  warnings: string[]
}

/** A scored document. */
export interface ScoredDocument {
  requests: DocumentRequests
  responses: Response[]
  sample: Sample
}

export type DocumentOutcome = { scored: ScoredDocument } | { failed: LmEvalError | Error }
