import { bleuScore, bleuStatistics, evaluateBleu, tokenizers } from '../../../plugin/metric/text/index.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { checkValue, compareValue, type Recorded, scoringCase } from './scoring-case.ts'

interface Corpus {
  predictions: string[]
  /** A list for each reference position. */
  references: string[][]
  effective_order?: boolean
}

/** sacrebleu's BLEU of a corpus, with the counts behind it. */
export const checkSacrebleu: CheckCase = async row => {
  const { input, expect, options } = scoringCase<Corpus>(row)
  const score = (): Recorded => sacrebleu(input)
  if (expect.error !== undefined) return outcomeOf(await compareValue('score', expect, score, options))
  const found = score()
  return outcomeOf(Object.keys(expect).flatMap(key => compare(key, expect[key], found[key], options)))
}

function sacrebleu({ predictions, references, effective_order = false }: Corpus): Recorded {
  const rows = predictions.map((prediction, index) =>
    bleuStatistics(
      references.map(stream => stream[index] as string),
      prediction,
    ),
  )
  const statistics = (rows[0] ?? []).map((_, place) => rows.reduce((sum, row) => sum + (row[place] ?? 0), 0))
  const { score, precisions, brevityPenalty } = bleuScore(statistics, { effectiveOrder: effective_order })
  const [sys_len, ref_len, ...counts] = statistics
  const orders = counts.length / 2
  const [matches, totals] = [counts.slice(0, orders), counts.slice(orders)]
  return { score, precisions, bp: brevityPenalty, sys_len, ref_len, counts: matches, totals }
}

/** Tokens of the 13a tokenizer, as sacrebleu joins them and as the evaluate library lists them. */
export const checkTokenize13a: CheckCase = row => {
  const { input, expect } = scoringCase<{ text: string }>(row)
  const tokens = tokenizers['13a'](input.text)
  return outcomeOf(compare('tokens', expect, { sacrebleu: tokens.join(' '), hf_evaluate: tokens }))
}

/** The evaluate library's BLEU. */
export const checkHfBleu: CheckCase = row => {
  const recorded = scoringCase<{
    predictions: string[]
    references: (string | string[])[]
    max_order: number
    smooth: boolean
  }>(row)
  const { predictions, references, max_order, smooth } = recorded.input
  return checkValue(recorded, () => {
    const lists = references.map(entry => [entry].flat())
    const found = evaluateBleu(predictions, lists, { maxOrder: max_order, smooth })
    return {
      bleu: found.bleu,
      precisions: found.precisions,
      brevity_penalty: found.brevityPenalty,
      length_ratio: found.lengthRatio,
      translation_length: found.translationLength,
      reference_length: found.referenceLength,
    }
  })
}
