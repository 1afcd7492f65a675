import { bleuScore } from './bleu/bleu-score.ts'
import { bleuStatistics } from './bleu/sentence-statistics.ts'
import { chrfScore, chrfStatistics } from './chrf/chrf.ts'
import { terScore, terStatistics } from './ter/ter.ts'

/** A metric of a whole corpus: counts of each sentence are added up, then scored. */
export interface CorpusMetric {
  /** Counts of one sentence against one or more references; as many for every sentence. */
  statistics: (references: readonly string[], prediction: string) => number[]
  /** Score of summed counts, in percent. */
  score: (sums: ArrayLike<number>) => number
}

export type CorpusMetricName = 'bleu' | 'chrf' | 'chrf++' | 'ter'

/** The harness's aggregations of texts: sacrebleu 2.6 with its defaults (metrics-spec.md, 3.1). */
export const corpusMetrics: Readonly<Record<CorpusMetricName, CorpusMetric>> = {
  bleu: { statistics: bleuStatistics, score: sums => bleuScore(sums).score },
  chrf: { statistics: chrfStatistics, score: chrfScore },
  'chrf++': {
    statistics: (references, prediction) => chrfStatistics(references, prediction, { wordOrder: 2 }),
    score: chrfScore,
  },
  ter: { statistics: terStatistics, score: terScore },
}
