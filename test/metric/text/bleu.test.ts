import { expect, test } from 'vitest'
import { bleuScore } from '../../../plugin/metric/text/bleu/bleu-score.ts'
import { evaluateBleu } from '../../../plugin/metric/text/bleu/evaluate-bleu.ts'
import { bleuStatistics } from '../../../plugin/metric/text/bleu/sentence-statistics.ts'
import { sumRows } from '../../../plugin/metric/text/sum-rows.ts'
import { tokenize13a } from '../../../plugin/metric/text/tokenize/tokenize-13a.ts'
import { difference, recorded } from './recorded.ts'

interface Corpus {
  predictions: string[]
  /** A list for each reference of a prediction. */
  references: string[][]
}

function statisticsOf({ predictions, references }: Corpus): number[] {
  return sumRows(
    predictions.map((prediction, index) =>
      bleuStatistics(
        references.map(stream => stream[index] as string),
        prediction,
      ),
    ),
  )
}

test('tokens of 13a', () => {
  for (const { id, input, expect: wanted } of recorded<
    { text: string },
    { sacrebleu: string; hf_evaluate: string[] }
  >('tokenize_13a')) {
    expect(tokenize13a(input.text), id).toEqual(wanted.hf_evaluate)
    expect(tokenize13a(input.text).join(' '), id).toBe(wanted.sacrebleu)
  }
})

test('corpus scores', () => {
  const rows = recorded<Corpus, Record<string, unknown>>('sacrebleu_corpus_bleu')
  for (const { id, input, expect: wanted } of rows) {
    const statistics = statisticsOf(input)
    const { score, precisions, brevityPenalty } = bleuScore(statistics)
    const [sys_len, ref_len, ...counts] = statistics
    const found = {
      score,
      counts: counts.slice(0, 4),
      totals: counts.slice(4),
      precisions,
      bp: brevityPenalty,
      sys_len,
      ref_len,
    }
    expect(difference(found, wanted), id).toBeUndefined()
  }
})

test('effective order', () => {
  const rows = recorded<Corpus & { effective_order: boolean }, Record<string, unknown>>('sacrebleu_options')
  for (const { id, input, expect: wanted } of rows) {
    const { score, precisions, brevityPenalty } = bleuScore(statisticsOf(input), {
      effectiveOrder: input.effective_order,
    })
    expect(difference({ score, precisions, bp: brevityPenalty }, wanted), id).toBeUndefined()
  }
})

test("the evaluate library's", () => {
  interface Input {
    predictions: string[]
    references: (string | string[])[]
    max_order: number
    smooth: boolean
  }
  for (const { id, input, expect: wanted } of recorded<Input, { value?: unknown; error?: string }>(
    'hf_bleu',
  )) {
    const references = input.references.map(entry => [entry].flat())
    const compute = () =>
      evaluateBleu(input.predictions, references, { maxOrder: input.max_order, smooth: input.smooth })
    if (wanted.error !== undefined) {
      expect(compute, id).toThrow(/no tokens/u)
      continue
    }
    const { bleu, precisions, brevityPenalty, lengthRatio, translationLength, referenceLength } = compute()
    const found = {
      bleu,
      precisions,
      brevity_penalty: brevityPenalty,
      length_ratio: lengthRatio,
      translation_length: translationLength,
      reference_length: referenceLength,
    }
    expect(difference(found, wanted.value), id).toBeUndefined()
  }
})
