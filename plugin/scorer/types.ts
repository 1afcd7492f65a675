import type { Request } from '../task/types.ts'

/** Answer to a log-likelihood request, rolling or not. */
export interface LoglikelihoodResponse {
  /** Natural logarithm, summed over the continuation's tokens. */
  logLikelihood: number
  /** Whether every token of the continuation is the arg-max of its row. */
  isGreedy: boolean
  /** Number of tokens scored; 0 from a scorer without tokens. */
  tokens: number
  /** Number of context tokens cut off on the left because the request was longer than the model's window. */
  truncated: number
  /** The context's last token had swallowed the continuation, so that this was encoded by itself (the harness fails there). */
  alone?: true
  /** Came from the score cache. */
  cached?: true
}

/** Answer to a generation request. */
export interface GenerateResponse {
  /** Cut at the first stop string, as the harness cuts it. */
  text: string
  /** What ended it: a stop string, the end-of-text token, or the number of tokens (max_gen_toks). */
  stopReason: 'stop' | 'end' | 'length'
  /** Number of tokens generated; 0 from a scorer without tokens. */
  tokens: number
  /** Number of context tokens cut off on the left. */
  truncated: number
  /** Came from the score cache. */
  cached?: true
}

export type Response = LoglikelihoodResponse | GenerateResponse

export const providerNames = ['cuda', 'tensorrt', 'webgpu', 'dml', 'coreml', 'cpu'] as const
/** An ONNX Runtime execution provider. */
export type ProviderName = (typeof providerNames)[number]
/** `auto` tries what the platform has, best first, and says why it skipped what it skipped; a list is tried in order. */
export type ProviderOption = 'auto' | ProviderName | ProviderName[]

/** What was asked for, what is in use and why another was skipped. */
export interface ProviderReport {
  requested: ProviderOption
  used: ProviderName
  skipped: { provider: ProviderName; reason: string }[]
}

/** `precision` of a scorer that has no weights, but a model's saved answers. */
export const savedAnswers = 'saved answers'

/** Everything a reader needs to know about who answered; part of every result and baseline. */
export interface ScorerInfo {
  /** Name to print: a folder's base name, a Hub id, `dummy`. */
  model: string
  /** Folder the model was read from; undefined for the dummy. */
  path: string | undefined
  /** Weights precision as the file has it: `fp32`, `fp16`, `int8`, `q4`, … */
  precision: string
  /** SHA-256 over the model's files that decide a score, hex. */
  weightsHash: string | undefined
  tokenizerHash: string | undefined
  provider: ProviderReport | undefined
  /** Longest input in tokens. */
  maxLength: number | undefined
  /** Why the model's graph could not be edited to score by itself; its figures are the same. */
  fullLogits?: string | undefined
  /** True for the embedded model, whose figures mean nothing. */
  demonstration: boolean
  /** Why the score cache that was asked for is off, in one sentence; absent where all is well. */
  cacheProblem?: string
}

export interface ScoreOptions {
  /** Called once for each request as soon as its answer is there, in any order. */
  onScored: (index: number, response: Response) => void
  signal?: AbortSignal | undefined
}

/** Answers requests. An instance belongs to one worker; the model behind it may be shared. */
export interface Scorer {
  /** Loads the model if it is not loaded yet. */
  info(): Promise<ScorerInfo>
  /** Resolves when every request is answered; rejects with the signal's reason when aborted, with LmEvalError otherwise. */
  score(requests: readonly Request[], options: ScoreOptions): Promise<void>
  close(): Promise<void>
}

/** A score cache: answers kept by model and request, across runs and processes. */
export interface CacheSpec {
  /** Absolute folder. */
  folder: string
  /** Size at most; what was not used for longest goes first. */
  maxBytes: number
}

/** What to load; serialisable, sent to the model process. */
export interface ModelSpec {
  /** Absolute folder. */
  path: string
  name: string
  provider: ProviderOption
  demonstration: boolean
  /** Rows of a batch at most. Default: as many as the tokens and the cache of a run allow. */
  batchSize?: number | undefined
  /** Whether the same requests must always run in the same batches: no answer is kept, and none is asked for in smaller ones. */
  deterministic?: boolean | undefined
  /** Overrides the model's own window, in tokens. */
  maxLength?: number | undefined
  /** Threads of ONNX Runtime; undefined: its default. */
  threads?: number | undefined
  /** Where answers are kept; undefined: nowhere. */
  cache?: CacheSpec | undefined
  /** State of the model's files (modelStamp): a process that loaded another state is replaced. */
  stamp?: string | undefined
}
