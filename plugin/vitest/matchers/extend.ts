import { expect } from 'vitest'
import './declare.ts'
import { toMatchBaseline } from './to-match-baseline.ts'
import { toReachMetric } from './to-reach-metric.ts'

expect.extend({ toReachMetric, toMatchBaseline })
