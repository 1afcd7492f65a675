import { mean } from './mean.ts'

/**
 * `exp` as Python's `math.exp`.
 * @throws RangeError where a finite exponent is too large for a double
 */
export function exp(x: number): number {
  const value = Math.exp(x)
  if (value === Number.POSITIVE_INFINITY && Number.isFinite(x)) {
    throw new RangeError(`exp(${x}) is too large for a number`)
  }
  return value
}

/** `exp(-mean)` of log-likelihoods in nats. */
export function perplexity(logLikelihoods: Float64Array): number {
  return exp(-mean(logLikelihoods))
}

/** `exp(-sum of log-likelihoods / sum of weights)`. */
export function weightedPerplexity(logLikelihoods: Float64Array, weights: Float64Array): number {
  return exp(-ratioOfSums(logLikelihoods, weights))
}

/** Bits a byte: `-(sum of log-likelihoods / sum of bytes) / ln 2`. */
export function bitsPerByte(logLikelihoods: Float64Array, bytes: Float64Array): number {
  return -ratioOfSums(logLikelihoods, bytes) / Math.LN2
}

function ratioOfSums(top: Float64Array, bottom: Float64Array): number {
  const total = sum(bottom)
  if (total === 0) throw new RangeError('the weights add up to 0')
  return sum(top) / total
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
