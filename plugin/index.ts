export type { EncoderInfo, EncoderMetric } from './encoder/types.ts'
export { type ErrorCode, errorCodes, LmEvalError, type SourcePosition } from './errors.ts'
export type { EncoderOptions } from './evaluation/encoder-specs.ts'
export type {
  DocumentCounts,
  EvaluationProvenance,
  EvaluationResult,
} from './evaluation/types.ts'
export type { MetricResult, UnavailableMetric } from './metric/types.ts'
export type { ProviderName, ProviderOption, ProviderReport, ScorerInfo } from './scorer/types.ts'
export type { DatasetInfo } from './task/types.ts'
export { type EvaluateOptions, evaluate } from './vitest/evaluate.ts'
export type { BaselineOptions, LmEvalMatchers, MetricBounds } from './vitest/matchers/types.ts'

import './vitest/matchers/declare.ts'

export type { LmEvalOptions } from './vitest/options.ts'
export { lmEval, lmEval as default } from './vitest/plugin.ts'
