import { Random } from '../python/random.ts'
import type { GenerateResponse, Scorer, ScorerInfo } from './types.ts'

/** The harness's own tests seed Python's generator with this before the dummy's first request. */
const seed = 42
/** Requests answered before the event loop gets its turn. */
const answeredAtOnce = 8192

const info: ScorerInfo = {
  model: 'dummy',
  path: undefined,
  precision: 'none',
  weightsHash: undefined,
  tokenizerHash: undefined,
  provider: undefined,
  maxLength: undefined,
  demonstration: false,
}

const scored = { isGreedy: false, tokens: 0, truncated: 0 }
const generated: GenerateResponse = { text: 'lol', stopReason: 'length', tokens: 0, truncated: 0 }

/**
 * The harness's `dummy` model, rolling or not: request k (its ordinal, whatever else is selected) gets minus the k-th `random()` of
 * CPython's `Random(42)` and is never greedy. Whatever is to be generated is `lol`.
 */
export function createDummyScorer(): Scorer {
  const draws = new Draws()
  return {
    info: async () => info,
    async score(requests, { onScored, signal }) {
      for (const [index, { type, ordinal }] of requests.entries()) {
        if (index % answeredAtOnce === 0) {
          signal?.throwIfAborted()
          if (index > 0) await new Promise(setImmediate)
        }
        onScored(
          index,
          type === 'generate_until' ? generated : { ...scored, logLikelihood: -draws.at(ordinal) },
        )
      }
    },
    close: async () => {},
  }
}

/** The generator's draws so far. */
class Draws {
  readonly #random = new Random(seed)
  #values = new Float64Array(1024)
  #length = 0

  at(k: number): number {
    while (this.#length <= k) this.#push(this.#random.random())
    return this.#values[k] as number
  }

  #push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(2 * this.#length)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.#length] = value
    this.#length += 1
  }
}
