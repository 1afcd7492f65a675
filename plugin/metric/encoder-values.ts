import type { EncoderMetric } from '../encoder/types.ts'
import { type EncoderFigure, isEncoderFigure } from './text/encoder-figure.ts'
import type { MetricValues, Sample, UnavailableMetric } from './types.ts'

/** What encoders are still to compute of a document. */
export function openFigures({ values, filtered = {} }: Sample): EncoderFigure[] {
  return [values, ...Object.values(filtered)].flatMap(of => Object.values(of).filter(isEncoderFigure))
}

/** The sample with its figures in place; a metric without one has no value, and is remembered as missing its encoder. */
export function fillFigures(sample: Sample, known: ReadonlyMap<EncoderFigure, number>): Sample {
  const missing: Record<string, EncoderMetric> = {}
  const fill = (values: MetricValues): MetricValues => {
    const filled: MetricValues = {}
    for (const [metric, value] of Object.entries(values)) {
      if (!isEncoderFigure(value)) filled[metric] = value
      else if (known.has(value)) filled[metric] = known.get(value)
      else missing[metric] = value.metric
    }
    return filled
  }
  const { filtered } = sample
  const others = Object.entries(filtered ?? {}).map(([name, values]) => [name, fill(values)])
  return {
    ...sample,
    values: fill(sample.values),
    ...(filtered === undefined ? {} : { filtered: Object.fromEntries(others) }),
    ...(Object.keys(missing).length === 0 ? {} : { missing }),
  }
}

/** Metrics that some document misses the encoder of, under every filter: a figure over the others would be another metric. */
export function unavailableMetrics(
  samples: readonly Sample[],
  filters: readonly string[],
): UnavailableMetric[] {
  const encoders = new Map(samples.flatMap(({ missing = {} }) => Object.entries(missing)))
  return filters.flatMap(filter => [...encoders].map(([metric, encoder]) => ({ metric, filter, encoder })))
}
