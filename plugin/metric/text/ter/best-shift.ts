import { align } from './alignment.ts'
import type { EditDistance } from './edit-distance.ts'

const longestShift = 10
const farthestShift = 50

/** Shifts that are tried for one pair of texts; at the limit the search ends without the shift just found. */
export const mostCandidates = 1000

export interface Shift {
  /** Edits that it saves; may be negative. */
  gain: number
  words: Int32Array
}

export interface ShiftSearch {
  /** Undefined where no words can be shifted. */
  best: Shift | undefined
  /** Number of shifts that were tried. */
  tried: number
}

interface Candidate extends Shift {
  length: number
  start: number
  target: number
}

/**
 * The shift of words of the prediction that saves the most edits (Snover et al., AMTA 2006), by the rules that sacrebleu took
 * over from Tercom: only words that the reference has too, wrong in both places; of equal ones the longest, then the first.
 */
export function bestShift(
  words: Int32Array,
  reference: Int32Array,
  distances: EditDistance,
  triedBefore: number,
): ShiftSearch {
  const before = distances.distance(words)
  const { positions, wrongInReference, wrongInPrediction } = align(distances.edits())
  let best: Candidate | undefined
  let tried = triedBefore
  for (const { start, place, length } of commonRuns(words, reference)) {
    const position = positions[place] as number
    if (!anyOf(wrongInPrediction, start, length) || !anyOf(wrongInReference, place, length)) continue
    if (start <= position && position < start + length) continue
    let last = -1
    for (let offset = -1; offset < length; offset++) {
      const target = place + offset < 0 ? 0 : (positions[place + offset] as number) + 1
      if (target === last) continue
      last = target
      const shifted = shift(words, start, length, target)
      const candidate = { gain: before - distances.distance(shifted), length, start, target, words: shifted }
      tried += 1
      if (best === undefined || isBetter(candidate, best)) best = candidate
    }
    if (tried >= mostCandidates) break
  }
  return { best, tried }
}

interface Run {
  start: number
  place: number
  length: number
}

/** Every sequence of words, from 1 word on, that stands in both, and not too far apart. */
function* commonRuns(words: Int32Array, reference: Int32Array): Generator<Run> {
  for (let start = 0; start < words.length; start++) {
    const last = Math.min(reference.length - 1, start + farthestShift)
    for (let place = Math.max(0, start - farthestShift); place <= last; place++) {
      const longest = Math.min(longestShift, words.length - start, reference.length - place)
      for (let length = 1; length <= longest; length++) {
        if (words[start + length - 1] !== reference[place + length - 1]) break
        yield { start, place, length }
      }
    }
  }
}

function anyOf(flags: readonly boolean[], start: number, length: number): boolean {
  return flags.slice(start, start + length).includes(true)
}

/** Takes words out and puts them before the word at `target`; a target inside or right behind them counts from their end. */
function shift(words: Int32Array, start: number, length: number, target: number): Int32Array {
  const taken = words.subarray(start, start + length)
  const rest = [...words.subarray(0, start), ...words.subarray(start + length)]
  const place = target < start || target <= start + length ? target : target - length
  rest.splice(place, 0, ...taken)
  return Int32Array.from(rest)
}

function isBetter(candidate: Candidate, best: Candidate): boolean {
  return (
    (candidate.gain - best.gain ||
      candidate.length - best.length ||
      best.start - candidate.start ||
      best.target - candidate.target) > 0
  )
}
