import { MersenneTwister } from './mersenne-twister.ts'

/** CPython's `random.Random`, bit for bit: the same seed and the same calls give the same numbers. */
export class Random {
  readonly #twister = new MersenneTwister()

  /** @param seed any integer; its sign does not count. */
  constructor(seed: number | bigint) {
    this.seed(seed)
  }

  /** Starts again as `random.seed(seed)` does. */
  seed(seed: number | bigint): void {
    let rest = BigInt(seed)
    if (rest < 0n) rest = -rest
    const words: number[] = []
    do {
      words.push(Number(rest & 0xffffffffn))
      rest >>= 32n
    } while (rest > 0n)
    this.#twister.seedByArray(words)
  }

  /** A double in [0, 1). */
  random(): number {
    return this.#twister.double()
  }

  /**
   * An integer of `bits` random bits.
   * @throws RangeError beyond 53 bits, which a number cannot hold.
   */
  getrandbits(bits: number): number {
    if (!Number.isInteger(bits) || bits < 0 || bits > 53)
      throw new RangeError('getrandbits takes 0 to 53 bits')
    if (bits === 0) return 0
    if (bits <= 32) return this.#twister.next() >>> (32 - bits)
    const low = this.#twister.next()
    return (this.#twister.next() >>> (64 - bits)) * 2 ** 32 + low
  }

  /** An integer in [0, n). n is from 1 to 2^53 - 1. */
  randbelow(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1) throw new RangeError('randbelow needs a positive integer')
    const bits = bitLength(n)
    let drawn = this.getrandbits(bits)
    while (drawn >= n) drawn = this.getrandbits(bits)
    return drawn
  }

  /** An integer in [start, stop), or in [0, start) where only one bound is given. */
  randrange(start: number, stop?: number): number {
    return stop === undefined ? this.randbelow(start) : start + this.randbelow(stop - start)
  }

  /** An integer in [low, high], both included. */
  randint(low: number, high: number): number {
    return low + this.randbelow(high - low + 1)
  }

  /** `low + (high - low) * random()`. */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.random()
  }

  /** One item. @throws RangeError where there is none. */
  choice<T>(items: readonly T[]): T {
    return items[this.randbelow(items.length)] as T
  }

  /** Shuffles the array itself. */
  shuffle(items: unknown[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.randbelow(i + 1)
      ;[items[i], items[j]] = [items[j], items[i]]
    }
  }

  /**
   * `count` distinct places of the population, in the order drawn.
   * @throws RangeError where count is negative or larger than the population.
   */
  sample<T>(population: readonly T[], count: number): T[] {
    return this.sampleIndices(population.length, count).map(index => population[index] as T)
  }

  /** The indices that {@link sample} takes of a population of `size`. */
  sampleIndices(size: number, count: number): number[] {
    if (count < 0 || count > size) throw new RangeError('Sample larger than population or is negative')
    return size <= poolLimit(count) ? this.#fromPool(size, count) : this.#byRejection(size, count)
  }

  /** `count` items drawn with replacement; with weights, in proportion to them. */
  choices<T>(population: readonly T[], count: number, weights?: readonly number[]): T[] {
    if (weights !== undefined) return this.#weighted(population, count, weights)
    if (population.length === 0) throw new RangeError('Cannot choose from an empty sequence')
    const indices = new Float64Array(count)
    this.choiceIndices(population.length, indices)
    return Array.from(indices, index => population[index] as T)
  }

  /**
   * Fills `out` with the indices that `choices(range(n), k=len(out))` draws: `floor(random() * n)`. The fast way for a
   * bootstrap: no array is made, nothing is boxed.
   */
  choiceIndices(n: number, out: Int32Array | Float64Array): void {
    this.#twister.fillFloor(n, out)
  }

  #fromPool(size: number, count: number): number[] {
    const pool = Array.from({ length: size }, (_, index) => index)
    const drawn: number[] = []
    for (let i = 0; i < count; i++) {
      const j = this.randbelow(size - i)
      drawn.push(pool[j] as number)
      pool[j] = pool[size - i - 1] as number
    }
    return drawn
  }

  #byRejection(size: number, count: number): number[] {
    const drawn = new Set<number>()
    while (drawn.size < count) drawn.add(this.randbelow(size))
    return [...drawn]
  }

  #weighted<T>(population: readonly T[], count: number, weights: readonly number[]): T[] {
    if (weights.length !== population.length) {
      throw new RangeError('The number of weights does not match the population')
    }
    let sum = 0
    const cumulative = weights.map(weight => {
      sum += weight
      return sum
    })
    if (!(sum > 0) || !Number.isFinite(sum))
      throw new RangeError('Total of weights must be finite and greater than zero')
    return Array.from({ length: count }, () => {
      const point = this.random() * sum
      const found = cumulative.findIndex((edge, index) => edge > point || index === cumulative.length - 1)
      return population[found] as T
    })
  }
}

function bitLength(n: number): number {
  return n < 2 ** 32 ? 32 - Math.clz32(n) : 64 - Math.clz32(Math.floor(n / 2 ** 32))
}

/** Populations up to this size are sampled from a copy: 21, and from six draws on also the power of 4 above 3 * count. */
function poolLimit(count: number): number {
  if (count <= 5) return 21
  let power = 1
  while (power < count * 3) power *= 4
  return 21 + power
}
