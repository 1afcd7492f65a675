import { expect, test } from 'vitest'
import { bleuScore, type Smoothing } from '../../../plugin/metric/text/bleu/bleu-score.ts'
import { bleuStatistics } from '../../../plugin/metric/text/bleu/sentence-statistics.ts'
import { chrfScore, chrfStatistics } from '../../../plugin/metric/text/chrf/chrf.ts'
import { sumRows } from '../../../plugin/metric/text/sum-rows.ts'
import { terScore, terStatistics } from '../../../plugin/metric/text/ter/ter.ts'
import { type TokenizerName, tokenizers } from '../../../plugin/metric/text/tokenize/index.ts'
import { difference, recorded } from './recorded.ts'

interface Corpus<Options> {
  options: Options
  /** The references of each prediction. */
  references: string[][]
  predictions: string[]
}

/** Options by the names that sacrebleu gives them. */
interface BleuNames {
  tokenize?: TokenizerName
  lowercase?: boolean
  max_ngram_order?: number
  smooth_method?: Smoothing
  smooth_value?: number
  effective_order?: boolean
}

interface ChrfNames {
  char_order?: number
  word_order?: number
  beta?: number
  lowercase?: boolean
  whitespace?: boolean
  eps_smoothing?: boolean
}

function rowsOf(
  { references, predictions }: Corpus<unknown>,
  statistics: (references: string[], prediction: string) => number[],
): number[][] {
  return predictions.map((prediction, index) => statistics(references[index] as string[], prediction))
}

test('tokenisers', () => {
  const rows = recorded<{ tokenizer: TokenizerName; text: string }, string[]>('tokenize', 'sacrebleu')
  for (const { id, input, expect: tokens } of rows) {
    expect(tokenizers[input.tokenizer](input.text), `${id} ${input.tokenizer}`).toEqual(tokens)
  }
})

test('BLEU with every option', () => {
  for (const { id, input, expect: wanted } of recorded<Corpus<BleuNames>, unknown>('bleu', 'sacrebleu')) {
    const {
      tokenize: tokenizer = '13a',
      lowercase = false,
      max_ngram_order: maxOrder = 4,
      ...others
    } = input.options
    const rows = rowsOf(input, (references, prediction) =>
      bleuStatistics(references, prediction, { tokenizer, lowercase, maxOrder }),
    )
    const statistics = sumRows(rows)
    const { score, precisions, brevityPenalty } = bleuScore(statistics, {
      smoothing: others.smooth_method ?? 'exp',
      effectiveOrder: others.effective_order ?? false,
      ...(others.smooth_value === undefined ? {} : { smoothingValue: others.smooth_value }),
    })
    const [sys_len, ref_len] = statistics
    expect(
      difference({ score, precisions, bp: brevityPenalty, sys_len, ref_len }, wanted),
      id,
    ).toBeUndefined()
  }
})

test('chrF and chrF++ with every option', () => {
  for (const { id, input, expect: wanted } of recorded<Corpus<ChrfNames>, unknown>('chrf', 'sacrebleu')) {
    const {
      char_order: charOrder = 6,
      word_order: wordOrder = 0,
      eps_smoothing: epsSmoothing = false,
      ...rest
    } = input.options
    const options = { charOrder, wordOrder, epsSmoothing, ...rest }
    const statistics = rowsOf(input, (references, prediction) =>
      chrfStatistics(references, prediction, options),
    )
    expect(
      difference({ score: chrfScore(sumRows(statistics), options), statistics }, wanted),
      id,
    ).toBeUndefined()
  }
})

test('TER: shifts, the band around the diagonal, the limit of candidates', () => {
  for (const { id, input, expect: wanted } of recorded<Corpus<{ case_sensitive?: boolean }>, unknown>(
    'ter',
    'sacrebleu',
  )) {
    const caseSensitive = input.options.case_sensitive ?? false
    const statistics = rowsOf(input, (references, prediction) =>
      terStatistics(references, prediction, { caseSensitive }),
    )
    expect(difference({ score: terScore(sumRows(statistics)), statistics }, wanted), id).toBeUndefined()
  }
})
