import { MersenneTwister } from './mersenne-twister.ts'

/** numpy's legacy `RandomState`, the generator behind `numpy.random.seed` and `numpy.random.choice`, as far as resampling needs it. */
export class NumpyRandom {
  readonly #twister = new MersenneTwister()

  /** @param seed from 0 to 2^32 - 1 */
  constructor(seed: number) {
    this.#twister.seedByNumber(seed)
  }

  /** `choice(arange(n), size=count)`: indices drawn with replacement, by rejection of masked 32-bit draws. */
  choiceIndices(n: number, count: number): number[] {
    const last = n - 1
    const mask = last === 0 ? 0 : 2 ** (32 - Math.clz32(last)) - 1
    return Array.from({ length: count }, () => this.#below(last, mask))
  }

  #below(last: number, mask: number): number {
    // A range of one number takes no draw.
    if (last === 0) return 0
    for (;;) {
      const drawn = (this.#twister.next() & mask) >>> 0
      if (drawn <= last) return drawn
    }
  }
}
