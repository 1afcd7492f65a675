import './declare.ts'
import './extend.ts'

export { toMatchBaseline } from './to-match-baseline.ts'
export { toReachMetric } from './to-reach-metric.ts'
export type { BaselineOptions, LmEvalMatchers, MetricBounds } from './types.ts'
