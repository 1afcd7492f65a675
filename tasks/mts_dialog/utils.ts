import { len } from 'vitest-lm-eval/python'
import { bertScore, bleurt, type EncoderFigure, evaluateBleu, rouge } from 'vitest-lm-eval/text-metrics'

/** A row of the data set: the note that was written of a dialogue. */
interface Note {
  section_text: string
}

interface Figures {
  bleu: number
  rouge1: number
  rouge2: number
  rougeL: number
  /** Computed afterwards, by an encoder. */
  bert_score: number | EncoderFigure
  bleurt: number | EncoderFigure
}

/** Texts with fewer characters have no figures. */
const shortest = 5

const none: Figures = {
  bleu: Number.NaN,
  rouge1: Number.NaN,
  rouge2: Number.NaN,
  rougeL: Number.NaN,
  bert_score: Number.NaN,
  bleurt: Number.NaN,
}

/**
 * How close a generated note is to the doctor's: BLEU and the F measures of ROUGE and BERTScore, from 0 to 1, and BLEURT, about 0 to 1;
 * all NaN where either is very short.
 */
export function process_results({ section_text: note }: Note, [answer]: [string]): Figures {
  if (len(note) < shortest || len(answer) < shortest) return { ...none }
  const { rouge1, rouge2, rougeL } = rouge(note, answer, ['rouge1', 'rouge2', 'rougeL'])
  return {
    bleu: bleuOf(note, answer),
    rouge1: rouge1.fmeasure,
    rouge2: rouge2.fmeasure,
    rougeL: rougeL.fmeasure,
    bert_score: bertScore(note, answer),
    bleurt: bleurt(note, answer),
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
