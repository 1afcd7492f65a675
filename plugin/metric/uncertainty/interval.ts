/** A 95 % confidence interval. */
export interface Interval {
  low: number
  high: number
  /** `wilson`: of a proportion; `normal`: value ± 1.96 standard errors. */
  method: 'wilson' | 'normal'
}

/** 97.5 % point of the standard normal distribution. */
export const z95 = 1.959963984540054

/** Value ± {@link z95} standard errors. */
export function normalInterval(value: number, stderr: number): Interval {
  return { low: value - z95 * stderr, high: value + z95 * stderr, method: 'normal' }
}
