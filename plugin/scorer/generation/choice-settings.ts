import { LmEvalError } from '../../errors.ts'
import { isNumber, pyRepr, pyTruth } from '../../python/index.ts'

/** How the next token is chosen from a row of logits; null stands for "not applied". */
export interface ChoiceSettings {
  /** Drawn by lot; else the likeliest one. */
  sample: boolean
  /** Divides the logits of the tokens seen so far where positive, multiplies them where negative. */
  repetitionPenalty: number | null
  /** No sequence of so many tokens occurs twice. */
  noRepeatNgramSize: number | null
  /** The rest counts only where tokens are drawn. */
  temperature: number | null
  topK: number | null
  topP: number | null
  minP: number | null
}

/** Arguments read here, by name, with what transformers 4.57 takes where neither request nor model says anything. */
export const choiceDefaults: ReadonlyMap<string, number | null> = new Map([
  ['repetition_penalty', 1],
  ['no_repeat_ngram_size', 0],
  ['temperature', 1],
  ['top_k', 50],
  ['top_p', 1],
  ['min_p', null],
])

type Arguments = Readonly<Record<string, unknown>>

/**
 * The request's arguments, then those of the model's generation_config.json, then the defaults of transformers 4.57; null
 * turns an argument off. Whether tokens are drawn is the request's alone to say, as in the harness.
 * @throws LmEvalError TASK_FIELD or MODEL, for a value that transformers refuses
 */
export function readChoiceSettings(decoding: Arguments, config: Arguments, folder: string): ChoiceSettings {
  const sample = pyTruth(decoding.do_sample)
  const read = (name: string, allowed: string, isAllowed: (value: number) => boolean): number | null => {
    const isAsked = name in decoding
    const value = isAsked ? decoding[name] : name in config ? config[name] : choiceDefaults.get(name)
    if (value === null || value === undefined) return null
    const number = isNumber(value) ? Number(value) : Number.NaN
    if (isAllowed(number)) return number
    throw isAsked
      ? wrong('TASK_FIELD', `generation_kwargs.${name} must be ${allowed}, not ${pyRepr(value)}: correct it.`)
      : wrong(
          'MODEL',
          `${name} in generation_config.json of ${folder} must be ${allowed}, not ${pyRepr(value)}: correct it.`,
        )
  }
  const whenDrawn: typeof read = (...asked) => (sample ? read(...asked) : null)
  const integer = (value: number): boolean => Number.isInteger(value) && value >= 0
  return {
    sample,
    repetitionPenalty: read('repetition_penalty', 'a number above 0', value => value > 0),
    noRepeatNgramSize: read('no_repeat_ngram_size', 'a whole number of 0 or more', integer),
    temperature: whenDrawn(
      'temperature',
      'a number above 0 to draw tokens (do_sample: false chooses the likeliest)',
      value => value > 0,
    ),
    topK: whenDrawn('top_k', 'a whole number of 0 (all tokens) or more', integer),
    topP: whenDrawn('top_p', 'a number of 0 or more', value => value >= 0),
    minP: whenDrawn('min_p', 'a number from 0 to 1', value => value >= 0 && value <= 1),
  }
}

function wrong(code: 'TASK_FIELD' | 'MODEL', message: string): LmEvalError {
  return new LmEvalError(message, { code })
}
