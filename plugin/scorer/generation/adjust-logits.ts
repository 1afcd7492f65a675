import type { ChoiceSettings } from './choice-settings.ts'

const never = Number.NEGATIVE_INFINITY

/**
 * One row of logits as it is chosen from: penalties first, then temperature and the cuts of unlikely tokens, in the order and
 * in the single precision of transformers 4.57 (`_get_logits_processor`). A token that cannot be chosen has -Infinity.
 * @param tokens all tokens of the sequence so far, prompt included
 */
export function adjustLogits(
  logits: ArrayLike<number>,
  tokens: readonly number[],
  settings: ChoiceSettings,
): Float32Array {
  const scores = Float32Array.from(logits)
  const { repetitionPenalty, noRepeatNgramSize, temperature, topK, topP, minP } = settings
  if (repetitionPenalty !== null && repetitionPenalty !== 1) penalise(scores, tokens, repetitionPenalty)
  if (noRepeatNgramSize) banRepeats(scores, tokens, noRepeatNgramSize)
  if (temperature !== null && temperature !== 1) divide(scores, temperature)
  if (topK) keepLargest(scores, topK)
  if (topP !== null && topP < 1) keepMass(scores, topP)
  if (minP !== null) keepLikely(scores, minP)
  return scores
}

/** Penalised sampling of Keskar et al. (CTRL, 2019), over prompt and generated tokens, each of them once. */
function penalise(scores: Float32Array, tokens: readonly number[], penalty: number): void {
  const factor = Math.fround(penalty)
  for (const token of new Set(tokens)) {
    const score = scores[token]
    if (score !== undefined) scores[token] = score < 0 ? score * factor : score / factor
  }
}

/** Bans every token that would complete a sequence of `size` tokens that has been there. */
function banRepeats(scores: Float32Array, tokens: readonly number[], size: number): void {
  const last = tokens.length - (size - 1)
  for (let start = 0; start < last; start += 1) {
    let same = 0
    while (same < size - 1 && tokens[start + same] === tokens[last + same]) same += 1
    const banned = tokens[start + size - 1]
    if (same === size - 1 && banned !== undefined) scores[banned] = never
  }
}

function divide(scores: Float32Array, temperature: number): void {
  const divisor = Math.fround(temperature)
  for (let i = 0; i < scores.length; i += 1) scores[i] = (scores[i] as number) / divisor
}

/** Keeps the `count` largest, and what equals the last of them. */
function keepLargest(scores: Float32Array, count: number): void {
  if (count >= scores.length) return
  const smallest = nthLargest(scores, count)
  for (let i = 0; i < scores.length; i += 1) if ((scores[i] as number) < smallest) scores[i] = never
}

/** Up to here, keeping the largest in order while reading costs less than sorting a whole vocabulary. */
const fewOf = 1024

function nthLargest(scores: Float32Array, count: number): number {
  // Typed arrays sort by value, without a comparison function.
  if (count > fewOf) return scores.toSorted()[scores.length - count] as number
  const largest = scores.slice(0, count).sort()
  for (const score of scores.subarray(count)) {
    if (score <= (largest[0] as number)) continue
    let place = 1
    for (; place < count && (largest[place] as number) < score; place += 1) {
      largest[place - 1] = largest[place] as number
    }
    largest[place - 1] = score
  }
  return largest[0] as number
}

/**
 * Keeps the smallest set of most likely tokens whose probabilities reach `mass` (Holtzman et al., 2020), at least one; of equal
 * tokens those with the higher ids.
 */
function keepMass(scores: Float32Array, mass: number): void {
  const ascending = scores.filter(score => score > never).sort()
  const probabilities = softmax(ascending)
  const least = Math.fround(1 - mass)
  let sum = 0
  let cut = 0
  for (; cut < ascending.length - 1; cut += 1) {
    sum += probabilities[cut] as number
    if (Math.fround(sum) > least) break
  }
  const smallest = ascending[cut] as number
  let equalsLeft = cut - ascending.indexOf(smallest)
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number
    if (score < smallest || (score === smallest && equalsLeft-- > 0)) scores[i] = never
  }
}

/** Keeps tokens with at least `share` of the likeliest one's probability (Nguyen et al., 2024). */
function keepLikely(scores: Float32Array, share: number): void {
  const probabilities = softmax(scores)
  let best = 0
  for (let i = 0; i < scores.length; i += 1) {
    if ((probabilities[i] as number) > (probabilities[best] as number)) best = i
  }
  const least = Math.fround(Math.fround(share) * (probabilities[best] as number))
  for (let i = 0; i < scores.length; i += 1) {
    if ((probabilities[i] as number) < least && i !== best) scores[i] = never
  }
}

/** Probabilities of scores, in single precision. */
export function softmax(scores: Float32Array): Float32Array {
  let maximum = never
  for (const score of scores) if (score > maximum) maximum = score
  const probabilities = new Float32Array(scores.length)
  let sum = 0
  for (const score of scores) sum += Math.exp(Math.fround(score - maximum))
  for (let i = 0; i < scores.length; i += 1) {
    probabilities[i] = Math.exp(Math.fround((scores[i] as number) - maximum)) / sum
  }
  return probabilities
}
