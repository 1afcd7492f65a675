import type { ProviderOption, ProviderReport } from '../scorer/types.ts'

/** Metrics that compare two texts with a model of their own. */
export const encoderMetrics = ['bert_score', 'bleurt'] as const
/** Name of such a metric, and of the option that names its encoder. */
export type EncoderMetric = (typeof encoderMetrics)[number]

/** Two texts to compare. */
export interface TextPair {
  /** What should have been written. */
  reference: string
  /** What was written. */
  candidate: string
}

/** Figures of one pair. */
export interface PairScore {
  /** By name: `precision`, `recall` and `f1` of bert_score, `score` of bleurt. */
  figures: Record<string, number>
  /** Whether a text was cut on the right to fit the encoder's window. */
  truncated: boolean
}

/** What to load; serialisable, sent to the process that holds the encoder. */
export interface EncoderSpec {
  encoder: EncoderMetric
  /** Absolute folder. */
  path: string
  name: string
  provider: ProviderOption
  /** Threads of ONNX Runtime; undefined: its default. */
  threads?: number | undefined
  /** Layer whose hidden states are compared, 0 being the embeddings (bert_score). */
  layer?: number | undefined
  /** Name of the output with that layer; undefined: found by the usual names. */
  output?: string | undefined
  /** Absolute path of a table of baselines to rescale with (bert_score); undefined: plain figures. */
  baseline?: string | undefined
  /** State of the folder's files (modelStamp): a process that loaded another state is replaced. */
  stamp?: string | undefined
}

/** What a reader must know about who compared the texts; part of every result with such a metric. */
export interface EncoderInfo {
  encoder: EncoderMetric
  /** The folder's base name. */
  model: string
  path: string
  /** Weights precision as the file has it: `fp32`, `fp16`, … */
  precision: string
  /** SHA-256 over ONNX file and external weights, hex. */
  weightsHash: string
  tokenizerHash: string
  provider: ProviderReport
  /** Longest input in tokens; undefined where the folder names none. */
  maxLength: number | undefined
  layer?: number | undefined
  /** Baselines of precision, recall and F1 that the figures are rescaled with. */
  baseline?: readonly [precision: number, recall: number, f1: number] | undefined
}

/** Compares texts. The model behind it may be shared. */
export interface Encoder {
  /** Loads the encoder if it is not loaded yet. */
  info(): Promise<EncoderInfo>
  /**
   * Figures of each pair, in order; those of a pair do not depend on the others.
   * @throws LmEvalError MODEL, PROVIDER or MODEL_PROCESS; the signal's reason when aborted
   */
  compare(pairs: readonly TextPair[], signal?: AbortSignal): Promise<PairScore[]>
  close(): Promise<void>
}

/** The encoders that a run has, by the metric they are for. */
export type Encoders = Partial<Record<EncoderMetric, Encoder>>
