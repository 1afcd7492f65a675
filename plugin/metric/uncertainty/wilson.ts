import { type Interval, z95 } from './interval.ts'

/**
 * Wilson's score interval of a proportion (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
 * JASA 22, 1927): unlike value ± error it stays within 0 and 1 and holds its level for few documents and for values near the ends.
 * @param proportion between 0 and 1
 * @param count number of independent trials behind it, more than 0; need not be whole
 */
export function wilsonInterval(proportion: number, count: number): Interval {
  const square = z95 * z95
  const scale = 1 + square / count
  const center = (proportion + square / (2 * count)) / scale
  const half =
    (z95 / scale) * Math.sqrt((proportion * (1 - proportion)) / count + square / (4 * count * count))
  return {
    low: proportion === 0 ? 0 : Math.max(0, center - half),
    high: proportion === 1 ? 1 : Math.min(1, center + half),
    method: 'wilson',
  }
}
