import { f1Codes, f1OfCounts } from './binary-f1.ts'
import { brierScore } from './brier.ts'
import { confusionCells, matthewsOfCounts } from './matthews.ts'
import { mean } from './mean.ts'
import { median, medianText } from './median.ts'
import { nanmean } from './nanmean.ts'
import { toNumberPairs, toNumbers } from './numbers.ts'
import { bitsPerByte, perplexity, weightedPerplexity } from './perplexity.ts'
import type { Statistic } from './statistic.ts'
import { corpusOf, corpusScore } from './text/corpus.ts'
import type { CorpusMetricName } from './text/corpus-metrics.ts'

/** An aggregation by name: its value, and how its standard error is found (metrics-spec.md, 3.1 and 3.2). */
export interface Aggregation {
  /**
   * A number; of texts, their median is a text as in the harness, which no table of figures holds.
   * @throws TypeError or RangeError where the values do not suit it
   */
  value: (items: readonly unknown[]) => number | string
  /** `mean`: closed form; a function: bootstrap of what it gives; undefined: there is none. */
  stderr: 'mean' | ((items: readonly unknown[]) => Statistic) | undefined
}

/** Every aggregation that a task file can name. */
export const aggregations: Readonly<Record<string, Aggregation>> = {
  bits_per_byte: { value: items => bitsPerByte(...pairs(items)), stderr: undefined },
  bleu: ofCorpus('bleu'),
  brier_score: { value: items => brierScore(some(items)), stderr: undefined },
  bypass: { value: () => 999, stderr: undefined },
  chrf: ofCorpus('chrf'),
  'chrf++': ofCorpus('chrf++'),
  f1: {
    value: items => f1OfCounts(countCodes(f1Codes(items), 4)),
    stderr: items => ({ kind: 'f1', codes: f1Codes(items) }),
  },
  matthews_corrcoef: {
    value: items => {
      const { cells, classes } = confusionCells(items)
      return matthewsOfCounts(countCodes(cells, classes * classes), classes)
    },
    stderr: items => ({ kind: 'matthews', ...confusionCells(items) }),
  },
  mean: { value: items => mean(toNumbers(some(items))), stderr: 'mean' },
  median: {
    value: items => {
      const values = some(items)
      return areTexts(values) ? medianText(values) : median(toNumbers(values))
    },
    stderr: items => ({ kind: 'median', values: toNumbers(items) }),
  },
  nanmean: {
    value: items => nanmean(toNumbers(items)),
    stderr: items => ({ kind: 'nanmean', values: toNumbers(items) }),
  },
  perplexity: {
    value: items => perplexity(toNumbers(some(items))),
    stderr: items => ({ kind: 'perplexity', values: toNumbers(items) }),
  },
  ter: ofCorpus('ter'),
  weighted_perplexity: { value: items => weightedPerplexity(...pairs(items)), stderr: undefined },
}

function ofCorpus(metric: CorpusMetricName): Aggregation {
  return {
    value: items => corpusScore(corpusOf(metric, items)),
    stderr: items => ({ kind: 'corpus', corpus: corpusOf(metric, items) }),
  }
}

function areTexts(items: readonly unknown[]): items is string[] {
  return items.every(item => typeof item === 'string')
}

function some(items: readonly unknown[]): readonly unknown[] {
  if (items.length === 0) throw new RangeError('there are no values')
  return items
}

function pairs(items: readonly unknown[]): [Float64Array, Float64Array] {
  return toNumberPairs(some(items))
}

function countCodes(codes: Uint8Array | Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size)
  for (const code of codes) counts[code] = (counts[code] as number) + 1
  return counts
}
