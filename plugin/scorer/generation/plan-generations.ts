import { cheapestRuns } from '../plan/partition.ts'

/** A prompt longer than the next one by at most so many tokens may share its batch. */
const largestGap = 16

/** A text to be generated: its prompt so far, and the number of tokens to come at most. */
interface Planned {
  readonly tokens: readonly number[]
  readonly count: number
}

export interface GenerationLimits {
  /** Texts of a batch at most. */
  rows: number
  /** Tokens of a batch at most, generated ones included, so that its key/value cache fits; a single text may exceed it. */
  tokens: number
  /** Whether texts of unequal length can go on side by side. */
  unequalStarts: boolean
}

/** Tokens that a further step costs in time, whatever is in it, and one place of a row's cache in each step. */
const stepCost = 12
const placeCost = 1 / 60

/**
 * Groups texts into batches for side-by-side generation, longest prompt first. Where rows must start alike, what a prompt has more than
 * the shortest of its batch goes through the model token by token, so a batch ends where the next prompt is much shorter. Equal lengths keep their
 * order: the same requests always make the same batches.
 */
export function planGenerations<T extends Planned>(texts: readonly T[], limits: GenerationLimits): T[][] {
  const sorted = texts.toSorted((a, b) => b.tokens.length - a.tokens.length)
  return limits.unequalStarts ? cheapestBatches(sorted, limits) : nearBatches(sorted, limits)
}

/** Batches of the least time: more rows a step cost less than more steps, unless their prompts are much shorter. */
function cheapestBatches<T extends Planned>(sorted: readonly T[], limits: GenerationLimits): T[][] {
  const firsts = cheapestRuns(sorted.length, (first, end) => {
    const rows = end - first
    const count = Math.max(...sorted.slice(first, end).map(text => text.count))
    const places = (sorted[first] as T).tokens.length + count
    if (rows > 1 && (rows > limits.rows || rows * places > limits.tokens)) return undefined
    return count * (stepCost + rows * (1 + places * placeCost))
  })
  return firsts.map((first, index) => sorted.slice(first, firsts[index + 1] ?? sorted.length))
}

function nearBatches<T extends Planned>(sorted: readonly T[], limits: GenerationLimits): T[][] {
  const batches: T[][] = []
  let last: T | undefined
  let longest = 0
  for (const text of sorted) {
    const batch = batches.at(-1)
    const isNear = last !== undefined && last.tokens.length - text.tokens.length <= largestGap
    last = text
    const length = text.tokens.length + text.count
    const size = (batch?.length ?? 0) + 1
    const fits = size <= limits.rows && size * Math.max(longest, length) <= limits.tokens
    if (batch !== undefined && isNear && fits) {
      batch.push(text)
      longest = Math.max(longest, length)
    } else {
      batches.push([text])
      longest = length
    }
  }
  return batches
}
