import { len } from 'vitest-lm-eval/python'
import { evaluateBleu, rouge } from 'vitest-lm-eval/text-metrics'

/** A row of the data set: the note that was written of a dialogue. */
interface Note {
  section_text: string
}

interface Figures {
  bleu: number
  rouge1: number
  rouge2: number
  rougeL: number
}

/** Texts with fewer characters have no figures. */
const shortest = 5

/**
 * How close a generated note is to the doctor's, from 0 to 1: BLEU and the F measures of ROUGE; all NaN where either is very
 * short. `bert_score` and `bleurt` need models, and are left out.
 */
export function process_results({ section_text: note }: Note, [answer]: [string]): Figures {
  if (len(note) < shortest || len(answer) < shortest) {
    return { bleu: Number.NaN, rouge1: Number.NaN, rouge2: Number.NaN, rougeL: Number.NaN }
  }
  const { rouge1, rouge2, rougeL } = rouge(note, answer, ['rouge1', 'rouge2', 'rougeL'])
  return {
    bleu: bleuOf(note, answer),
    rouge1: rouge1.fmeasure,
    rouge2: rouge2.fmeasure,
    rougeL: rougeL.fmeasure,
  }
}

/** NaN where a text has no words, 0.00001 where 4-grams in common are missing: the harness's task never gives 0. */
function bleuOf(note: string, answer: string): number {
  try {
    return evaluateBleu([answer], [[note]]).bleu || 1e-5
  } catch {
    return Number.NaN
  }
}
