/** One row of logits against its target. */
export interface TokenScore {
  /** Natural logarithm of the target's probability; NaN if a logit is NaN. */
  logProbability: number
  /** Whether the target is the first of the largest logits. */
  isGreedy: boolean
}

/** Below this distance from the maximum an addend cannot change a float64 sum of at least 1 over any vocabulary. */
const negligible = -60

/**
 * log softmax of one row at `target`: x_t - max - ln(sum(exp(x_i - max))), in float64 whatever the logits are.
 * @param logits array that holds the row from `start` to `start + vocabulary`
 */
export function scoreToken(
  logits: ArrayLike<number>,
  start: number,
  vocabulary: number,
  target: number,
): TokenScore {
  const end = start + vocabulary
  let maximum = Number.NEGATIVE_INFINITY
  let best = start
  for (let i = start; i < end; i += 1) {
    const value = logits[i] as number
    if (value > maximum) {
      maximum = value
      best = i
    }
  }
  let sum = 0
  for (let i = start; i < end; i += 1) {
    const distance = (logits[i] as number) - maximum
    // Negated, so that NaN is added.
    if (!(distance < negligible)) sum += Math.exp(distance)
  }
  const logProbability = (logits[start + target] as number) - maximum - Math.log(sum)
  return { logProbability, isGreedy: best === start + target }
}

/** Place of the first of the largest logits of one row; undefined if there is NaN among them. */
export function mostLikely(logits: ArrayLike<number>): number | undefined {
  let best = 0
  for (let i = 0; i < logits.length; i += 1) {
    const value = logits[i] as number
    if (Number.isNaN(value)) return undefined
    if (value > (logits[best] as number)) best = i
  }
  return best
}
