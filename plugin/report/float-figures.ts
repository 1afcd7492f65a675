import { type PyFloat, pyFloat } from '../python/index.ts'

/** Figures are floats, `1.0` where they are whole, as in the harness; the table and the JSON text show it. */
export function floatFigures(
  figures: Readonly<Record<string, number | 'N/A'>>,
): Record<string, number | PyFloat | 'N/A'> {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, value === 'N/A' ? value : pyFloat(value)]),
  )
}
