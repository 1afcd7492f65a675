/** A 95 % confidence interval. */
export interface Interval {
  low: number
  high: number
  /** `wilson`: of a proportion; `normal`: value ± 1.96 standard errors; `log-normal`: the same of the value's logarithm. */
  method: 'wilson' | 'normal' | 'log-normal'
}

/** 97.5 % point of the standard normal distribution. */
export const z95 = 1.959963984540054

/** Value ± {@link z95} standard errors. */
export function normalInterval(value: number, stderr: number): Interval {
  return { low: value - z95 * stderr, high: value + z95 * stderr, method: 'normal' }
}

/** Interval of exp(-mean), a perplexity, from that of the mean log-likelihood: it never reaches below 0. */
export function perplexityInterval(meanLogLikelihood: number, stderr: number): Interval {
  const { low, high } = normalInterval(meanLogLikelihood, stderr)
  return { low: Math.exp(-high), high: Math.exp(-low), method: 'log-normal' }
}
