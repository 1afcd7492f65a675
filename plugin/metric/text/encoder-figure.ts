import type { EncoderMetric } from '../../encoder/types.ts'

/** Recognised by name, since a task's functions may load another copy of this module. */
const mark = Symbol.for('vitest-lm-eval.encoder-figure')

/**
 * A figure that an encoder will compute of two texts, as the value of a metric. Inside process_results it is no number yet:
 * return it as it is.
 */
export interface EncoderFigure {
  readonly metric: EncoderMetric
  readonly reference: string
  readonly candidate: string
  /** Which of the encoder's figures. */
  readonly figure: string
}

class Figure implements EncoderFigure {
  readonly [mark] = true
  readonly metric: EncoderMetric
  readonly reference: string
  readonly candidate: string
  readonly figure: string

  constructor(metric: EncoderMetric, reference: string, candidate: string, figure: string) {
    for (const text of [reference, candidate]) {
      if (typeof text !== 'string')
        throw new TypeError(`${metric} compares two texts, not a value of type ${typeof text}`)
    }
    this.metric = metric
    this.reference = reference
    this.candidate = candidate
    this.figure = figure
  }

  /** Arithmetic would make NaN of it without a word. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(
      `${this.metric} is computed after process_results and cannot be reckoned with there; return it as the value of a metric`,
    )
  }
}

/**
 * BERTScore of two texts, by the encoder that `encoders.bert_score` of lmEval() names; without one the metric is N/A. Equal to the
 * package bert-score 0.3.13 without idf weights.
 * @param reference what should have been written
 * @param candidate what was written
 * @param figure default: `'f1'`
 * @example
 * export const process_results = (doc, [answer]) => ({ bert_score: bertScore(doc.summary, answer) })
 */
export function bertScore(
  reference: string,
  candidate: string,
  figure: 'precision' | 'recall' | 'f1' = 'f1',
): EncoderFigure {
  return new Figure('bert_score', reference, candidate, figure)
}

/**
 * BLEURT of two texts, by the encoder that `encoders.bleurt` of lmEval() names; without one the metric is N/A.
 * @param reference what should have been written
 * @param candidate what was written
 */
export function bleurt(reference: string, candidate: string): EncoderFigure {
  return new Figure('bleurt', reference, candidate, 'score')
}

/** Whether a metric's value is still to be computed by an encoder. */
export function isEncoderFigure(value: unknown): value is EncoderFigure {
  return typeof value === 'object' && value !== null && mark in value
}
