import type { OnnxGraph } from '../graph/onnx-graph.ts'
import type { CacheLayout } from './cache-layout.ts'
import type { Step } from './model-inputs.ts'
import type { StepScores } from './model-runner.ts'

/** Operators that take a row's tokens to stand one behind the other, whatever the mask says. */
const fusedAttention = new Set([
  'Attention',
  'DecoderMaskedMultiHeadAttention',
  'DecoderMaskedSelfAttention',
  'GroupQueryAttention',
  'MultiHeadAttention',
  'PagedAttention',
  'QAttention',
  'SparseAttention',
])

/**
 * Whether a graph may let rows of one run go on after unequal numbers of tokens, with a gap that the mask leaves out: it must take
 * positions and mask from outside, and look at neither distances between places (sliding windows) nor counts of tokens.
 * @param config config.json
 */
export function mayStartUnequally({ inputs, nodes }: OnnxGraph, config: Record<string, unknown>): boolean {
  const names = new Set(inputs.map(({ name }) => name))
  if (!names.has('attention_mask') || !names.has('position_ids')) return false
  if (nodes.some(({ operator }) => fusedAttention.has(operator))) return false
  const text = config.text_config
  const configs =
    typeof text === 'object' && text !== null ? [config, text as Record<string, unknown>] : [config]
  return !configs.some(hasWindow)
}

function hasWindow(config: Record<string, unknown>): boolean {
  const { layer_types: layers } = config
  const isLimited = typeof config.sliding_window === 'number' && config.use_sliding_window !== false
  const isLocal = typeof config.window_size === 'number' || Array.isArray(config.attention_layers)
  return isLimited || isLocal || (Array.isArray(layers) && layers.some(layer => layer !== 'full_attention'))
}

/** Natural logarithm of a probability; half-precision models differ by as much between shapes of a run. */
const tolerance = 0.02

/** Two beginnings of unequal length, and what both go on with. */
const beginnings = [
  [5, 6, 7, 8],
  [7, 5],
]
const ending = [6, 5]

/**
 * Tries whether rows may start unequally: a gap must change nothing.
 * @param score runs a step of the model
 */
export async function startsUnequally(
  score: (step: Step, keepCache: boolean) => Promise<StepScores>,
  { buffers }: CacheLayout,
): Promise<boolean> {
  const whole = await score(stepOver(beginnings.map(row => [...row, ...ending])), false)
  const { cache } = await score(stepOver(beginnings), true)
  if (cache === undefined) return false
  const held = beginnings.map(({ length }): [number, number] => [0, length])
  const past = { source: cache, rows: [0, 1], length: Math.max(...held.flat()), held }
  const { logProbabilities } = await score({ ...stepOver(beginnings.map(() => ending)), past }, false)
  buffers.release(cache)
  return logProbabilities.every(
    (value, index) => Math.abs(value - (whole.logProbabilities[index] as number)) < tolerance,
  )
}

/** A step that scores one token behind each of the last two. */
function stepOver(rows: number[][]): Step {
  const places = rows.flatMap((tokens, row) => [2, 1].map(back => ({ row, place: tokens.length - back })))
  return {
    rows,
    length: Math.max(...rows.map(row => row.length)),
    places,
    targets: places.map((_, index) => ({ index, token: 5 })),
  }
}
