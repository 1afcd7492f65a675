/** Counts how often each code was drawn. The same array is filled and returned at every call. */
export type CountDraws = (drawn: Int32Array) => Int32Array

/** Bits of one count where three of them share a double. */
const field = 2 ** 17

/**
 * Makes the counter of a bootstrap's inner loop.
 * @param codes code of each item
 * @param kinds number of different codes
 */
export function countDraws(codes: Uint8Array | Int32Array, kinds: number): CountDraws {
  return kinds === 4 && codes.length < field ? countFour(codes) : countAny(codes, kinds)
}

function countAny(codes: Uint8Array | Int32Array, kinds: number): CountDraws {
  const counts = new Int32Array(kinds)
  return drawn => {
    counts.fill(0)
    for (let i = 0; i < drawn.length; i++) {
      const code = codes[drawn[i] as number] as number
      counts[code] = (counts[code] as number) + 1
    }
    return counts
  }
}

/**
 * Adds a weight for each draw, from which the counts are read afterwards: five times as fast as four counters in memory,
 * and exact below 2^53. Four sums side by side do not wait for one another.
 */
function countFour(codes: Uint8Array | Int32Array): CountDraws {
  const weights = Float64Array.from(codes, code => (code === 0 ? 0 : field ** (code - 1)))
  const counts = new Int32Array(4)
  return drawn => {
    let [a, b, c, d] = [0, 0, 0, 0]
    const even = drawn.length - (drawn.length % 4)
    for (let i = 0; i < even; i += 4) {
      a += weights[drawn[i] as number] as number
      b += weights[drawn[i + 1] as number] as number
      c += weights[drawn[i + 2] as number] as number
      d += weights[drawn[i + 3] as number] as number
    }
    for (let i = even; i < drawn.length; i++) a += weights[drawn[i] as number] as number
    const total = a + b + c + d
    const third = Math.floor(total / (field * field))
    const second = Math.floor(total / field) - third * field
    const first = total - third * field * field - second * field
    counts.set([drawn.length - first - second - third, first, second, third])
    return counts
  }
}
