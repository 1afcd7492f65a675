const size = 624
const shift = 397
const matrix = 0x9908b0df | 0
const upperBit = 0x80000000 | 0
const lowerBits = 0x7fffffff

/**
 * MT19937 of Matsumoto and Nishimura (ACM TOMACS 8(1), 1998), the generator behind CPython's `random`, with their
 * seeding by array.
 */
export class MersenneTwister {
  readonly #state = new Int32Array(size)
  #next = size

  /** Seeds from 32-bit words, the least significant first. */
  seedByArray(key: readonly number[]): void {
    const state = this.#state
    this.#seed(19650218)
    let i = 1
    let j = 0
    for (let rest = Math.max(size, key.length); rest > 0; rest--) {
      state[i] = (this.#mixed(i, 1664525) + (key[j] as number) + j) | 0
      if (++i >= size) {
        state[0] = state[size - 1] as number
        i = 1
      }
      if (++j >= key.length) j = 0
    }
    for (let rest = size - 1; rest > 0; rest--) {
      state[i] = (this.#mixed(i, 1566083941) - i) | 0
      if (++i >= size) {
        state[0] = state[size - 1] as number
        i = 1
      }
    }
    state[0] = upperBit
    this.#next = size
  }

  /** Seeds from one number of 32 bits, as the paper's first routine does and numpy's RandomState. */
  seedByNumber(seed: number): void {
    this.#seed(seed | 0)
    this.#next = size
  }

  /** The next 32 random bits, as an unsigned number. */
  next(): number {
    if (this.#next >= size) this.#refill()
    return temper(this.#state[this.#next++] as number) >>> 0
  }

  /** The next double in [0, 1), made of 53 random bits. */
  double(): number {
    const high = this.next() >>> 5
    const low = this.next() >>> 6
    return (high * 0x4000000 + low) / 2 ** 53
  }

  /** Fills `out` with `floor(double() * n)`. */
  fillFloor(n: number, out: Int32Array | Float64Array): void {
    const state = this.#state
    // scaling by a power of two is exact, so one product rounds as Python's two do
    const scale = n / 2 ** 53
    for (let filled = 0; filled < out.length; ) {
      if (this.#next >= size) this.#refill()
      if (this.#next === size - 1) {
        out[filled++] = Math.floor(this.double() * n)
        continue
      }
      let next = this.#next
      const end = filled + Math.min(out.length - filled, (size - next) >> 1)
      for (; filled < end; filled++) {
        const high = temper(state[next] as number) >>> 5
        const low = temper(state[next + 1] as number) >>> 6
        next += 2
        out[filled] = Math.floor((high * 0x4000000 + low) * scale)
      }
      this.#next = next
    }
  }

  #seed(seed: number): void {
    const state = this.#state
    state[0] = seed
    for (let i = 1; i < size; i++) {
      const last = state[i - 1] as number
      state[i] = (Math.imul(1812433253, last ^ (last >>> 30)) + i) | 0
    }
  }

  #mixed(i: number, factor: number): number {
    const last = this.#state[i - 1] as number
    return (this.#state[i] as number) ^ Math.imul(last ^ (last >>> 30), factor)
  }

  #refill(): void {
    const state = this.#state
    let i = 0
    for (; i < size - shift; i++)
      state[i] = (state[i + shift] as number) ^ twist(state[i] as number, state[i + 1] as number)
    for (; i < size - 1; i++) {
      state[i] = (state[i + shift - size] as number) ^ twist(state[i] as number, state[i + 1] as number)
    }
    state[size - 1] = (state[shift - 1] as number) ^ twist(state[size - 1] as number, state[0] as number)
    this.#next = 0
  }
}

function twist(upper: number, lower: number): number {
  const mixed = (upper & upperBit) | (lower & lowerBits)
  return (mixed >>> 1) ^ (-(mixed & 1) & matrix)
}

function temper(word: number): number {
  let bits = word
  bits ^= bits >>> 11
  bits ^= (bits << 7) & 0x9d2c5680
  bits ^= (bits << 15) & 0xefc60000
  return bits ^ (bits >>> 18)
}
