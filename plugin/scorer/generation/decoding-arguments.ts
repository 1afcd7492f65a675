import { LmEvalError } from '../../errors.ts'
import { isNumber, pyRepr, pyTruth } from '../../python/index.ts'
import { choiceDefaults } from './choice-settings.ts'

/** Arguments that never change a text, or that are read elsewhere. */
const harmless = new Set(['do_sample', 'use_cache', 'renormalize_logits', ...choiceDefaults.keys()])

/** Cuts that count only where tokens are drawn, with what turns them off. */
const otherCuts = new Map<string, (value: number) => boolean>([
  ['typical_p', value => value >= 1],
  ['epsilon_cutoff', value => value <= 0 || value >= 1],
  ['eta_cutoff', value => value <= 0 || value >= 1],
])

/** Arguments that would change the text, with the values that change nothing; null always is one. */
const neutralValues = new Map<string, readonly unknown[]>([
  ['bad_words_ids', []],
  ['begin_suppress_tokens', []],
  ['constraints', []],
  ['diversity_penalty', [0]],
  ['encoder_no_repeat_ngram_size', [0]],
  ['encoder_repetition_penalty', [1]],
  ['exponential_decay_length_penalty', []],
  ['force_words_ids', []],
  ['forced_bos_token_id', []],
  ['forced_eos_token_id', []],
  ['guidance_scale', [1]],
  ['max_new_tokens', []],
  ['max_time', []],
  ['min_length', [0]],
  ['min_new_tokens', [0]],
  ['num_beam_groups', [1]],
  ['num_beams', [1]],
  ['num_return_sequences', [1]],
  ['penalty_alpha', [0]],
  ['remove_invalid_values', [false]],
  ['sequence_bias', []],
  ['stop_strings', []],
  ['suppress_tokens', []],
  ['token_healing', [false]],
  ['watermarking_config', []],
])

const supported = `greedy and sampled generation with ${[...choiceDefaults.keys()].join(', ')}`

/**
 * Refuses what would make another text than is generated here (beams, contrastive search, typical_p, …).
 * @param decoding a request's arguments
 * @throws LmEvalError TASK_FIELD for an argument that is unknown or changes the text
 */
export function checkDecoding(decoding: Readonly<Record<string, unknown>>): void {
  const sample = pyTruth(decoding.do_sample)
  for (const [name, value] of Object.entries(decoding)) {
    if (harmless.has(name) || isNeutral(name, value, sample)) continue
    throw new LmEvalError(
      `generation_kwargs.${name} (${pyRepr(value)}) is not supported: remove it. There is ${supported}.`,
      { code: 'TASK_FIELD' },
    )
  }
}

/**
 * The same for a model's generation_config.json, which counts where the request is silent; entries that have nothing to
 * do with the choice of tokens are passed over.
 * @throws LmEvalError MODEL
 */
export function checkGenerationConfig(
  config: Readonly<Record<string, unknown>>,
  decoding: Readonly<Record<string, unknown>>,
  folder: string,
): void {
  const sample = pyTruth(decoding.do_sample)
  for (const name of [...neutralValues.keys(), ...otherCuts.keys()]) {
    if (name in decoding || !(name in config) || isNeutral(name, config[name], sample)) continue
    throw new LmEvalError(
      `The generation settings of ${folder} have ${name} (${JSON.stringify(config[name])}), which is not supported: take ${name} out of generation_config.json. There is ${supported}.`,
      { code: 'MODEL' },
    )
  }
}

function isNeutral(name: string, value: unknown, sample: boolean): boolean {
  const isOff = otherCuts.get(name)
  if (isOff !== undefined) return !sample || value === null || (isNumber(value) && isOff(Number(value)))
  const neutral = neutralValues.get(name)
  if (neutral === undefined) return false
  return (
    value === null || neutral.some(one => one === value || (typeof one === 'number' && Number(value) === one))
  )
}
