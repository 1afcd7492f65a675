/** Bounds of {@link LmEvalMatchers.toReachMetric}; at least one of them. */
export interface MetricBounds {
  /** Lowest value that passes. */
  atLeast?: number
  /** Highest value that passes. */
  atMost?: number
  /** Value to be near to; needs `within`. */
  closeTo?: number
  /** Largest absolute distance from `closeTo`. */
  within?: number
  /** Filter of the metric, where the task names filters. Default: `'none'`. */
  filter?: string
}

/** Options of {@link LmEvalMatchers.toMatchBaseline}; each one may be left out. */
export interface BaselineOptions {
  /**
   * Name of the baseline, kept as `NAME-res.json` in the baselines folder. Default: the test file's and the test's name.
   * In a task's own suite the task decides.
   */
  name?: string
  /** Largest absolute difference that passes. Default: the plugin's `tolerance`, 0 unless set. */
  tolerance?: number
  /** Only this metric. Default: all of them. */
  metric?: string
}

/** Matchers for what `evaluate()` returns. */
export interface LmEvalMatchers<R = unknown> {
  /**
   * Holds one metric against fixed bounds.
   * @example expect(result).toReachMetric('acc', { atLeast: 0.55 })
   */
  toReachMetric: (metric: string, bounds: MetricBounds) => R
  /**
   * Holds the metrics against the stored baseline, which `vitest -u` writes. A missing one is written on the first run, and
   * is a failure in CI.
   * @example expect(result).toMatchBaseline({ tolerance: 0.01 })
   */
  toMatchBaseline: (options?: BaselineOptions) => R
}
