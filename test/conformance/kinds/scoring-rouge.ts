import { rougeConfidence } from '../../../plugin/metric/rouge-confidence.ts'
import {
  porterStem,
  type RougeScore,
  rouge,
  rougeMulti,
  tokenizeRouge,
} from '../../../plugin/metric/text/index.ts'
import { NumpyRandom } from '../../../plugin/python/numpy-random.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { checkValue, scoringCase } from './scoring-case.ts'

interface Pair {
  target: string
  prediction: string
}

/** ROUGE of a prediction against a target. */
export const checkRouge: CheckCase = row => {
  const recorded = scoringCase<Pair & { rouge_types: string[]; use_stemmer: boolean }>(row)
  const { target, prediction, rouge_types, use_stemmer } = recorded.input
  return checkValue(recorded, () => rouge(target, prediction, rouge_types, { useStemmer: use_stemmer }))
}

/** ROUGE of a prediction against the best of several targets. */
export const checkRougeMulti: CheckCase = row => {
  const recorded = scoringCase<{
    targets: string[]
    prediction: string
    rouge_types: string[]
    use_stemmer?: boolean
  }>(row)
  const { targets, prediction, rouge_types, use_stemmer = false } = recorded.input
  return checkValue(recorded, () => rougeMulti(targets, prediction, rouge_types, { useStemmer: use_stemmer }))
}

/** The words that ROUGE compares. */
export const checkRougeTokenize: CheckCase = row => {
  const { input, expect } = scoringCase<{ text: string }>(row)
  const found = { plain: tokenizeRouge(input.text, false), stemmed: tokenizeRouge(input.text, true) }
  return outcomeOf(compare('words', expect, found))
}

/** Stems of words. */
export const checkPorterStem: CheckCase = row => {
  const { input, expect } = scoringCase<{ words: string[] }>(row)
  return outcomeOf(compare('stems', expect.stems, input.words.map(porterStem)))
}

/** Confidence intervals of ROUGE over documents. */
export const checkRougeAggregate: CheckCase = row => {
  const recorded = scoringCase<{
    pairs: Pair[]
    rouge_types: string[]
    n_samples: number
    confidence_interval: number
    numpy_seed: number
    use_stemmer?: boolean
  }>(row)
  const {
    pairs,
    rouge_types,
    n_samples,
    confidence_interval,
    numpy_seed,
    use_stemmer = false,
  } = recorded.input
  return checkValue(recorded, () => {
    const scores = pairs.map(({ target, prediction }) =>
      rouge(target, prediction, rouge_types, { useStemmer: use_stemmer }),
    )
    const byType = rouge_types.map(type => [type, scores.map(score => score[type] as RougeScore)])
    return rougeConfidence(Object.fromEntries(byType) as Record<string, RougeScore[]>, {
      resamples: n_samples,
      confidence: Number(confidence_interval),
      seed: numpy_seed,
    })
  })
}

/** Draws of numpy's generator. */
export const checkNumpyChoice: CheckCase = row => {
  const { input, expect } = scoringCase<{ seed: number; n: number }>(row)
  const random = new NumpyRandom(input.seed)
  const found = (expect.indices as number[][]).map(({ length }) => random.choiceIndices(input.n, length))
  return outcomeOf(compare('indices', expect.indices, found))
}
