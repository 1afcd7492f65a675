import { shownValue } from './shown-value.ts'

/**
 * Metric values as doubles; booleans count as 0 and 1.
 * @throws TypeError for anything that Python could not add up
 */
export function toNumbers(items: readonly unknown[]): Float64Array {
  return Float64Array.from(items, (item, index) => {
    if (typeof item === 'number' || typeof item === 'boolean' || typeof item === 'bigint') return Number(item)
    if (item instanceof Number) return Number(item)
    throw new TypeError(`value ${index} is ${shownValue(item)}, not a number`)
  })
}

/** Pairs of numbers, such as log-likelihood and number of bytes. @throws TypeError for anything else */
export function toNumberPairs(items: readonly unknown[]): [first: Float64Array, second: Float64Array] {
  for (const [index, item] of items.entries()) {
    if (!Array.isArray(item) || item.length !== 2) {
      throw new TypeError(`value ${index} is ${shownValue(item)}, not a pair of numbers`)
    }
  }
  const pairs = items as readonly [unknown, unknown][]
  return [toNumbers(pairs.map(([first]) => first)), toNumbers(pairs.map(([, second]) => second))]
}
