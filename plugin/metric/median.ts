import { compareText } from '../python/index.ts'

/**
 * The upper middle of the sorted values, `sorted(values)[n // 2]`: no averaging. NaN stays where a merge sort by `<` leaves
 * it, which V8 and CPython do alike.
 */
export function median(values: Float64Array): number {
  const sorted = Array.from(values).sort((a, b) => (a < b ? -1 : 1))
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** The same of texts, by code points: the harness sorts whatever it is given. */
export function medianText(values: readonly string[]): string {
  return [...values].sort(compareText)[Math.floor(values.length / 2)] as string
}
