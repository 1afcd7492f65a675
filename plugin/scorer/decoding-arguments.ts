import { LmEvalError } from '../errors.ts'
import { pyRepr, pyTruth } from '../python/index.ts'

/** Arguments that change nothing as long as tokens are chosen greedily. */
const ofSampling = new Set([
  'do_sample',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'epsilon_cutoff',
  'eta_cutoff',
  'use_cache',
])

/** Arguments that would change the greedy text, with the values that change nothing; null always is one. */
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
  ['no_repeat_ngram_size', [0]],
  ['num_beam_groups', [1]],
  ['num_beams', [1]],
  ['num_return_sequences', [1]],
  ['penalty_alpha', [0]],
  ['remove_invalid_values', [false]],
  ['repetition_penalty', [1]],
  ['sequence_bias', []],
  ['stop_strings', []],
  ['suppress_tokens', []],
  ['token_healing', [false]],
  ['watermarking_config', []],
])

/**
 * Refuses what would make a text other than the plainly greedy one, which is all that is generated here.
 * @param decoding a request's arguments
 * @throws LmEvalError TASK_FIELD for sampling, and for an argument that is unknown or changes the text
 */
export function checkDecoding(decoding: Readonly<Record<string, unknown>>): void {
  if (pyTruth(decoding.do_sample)) {
    throw new LmEvalError(
      'generation_kwargs asks for sampling (do_sample: true, or a temperature above 0), which this model does not do yet: set do_sample: false.',
      { code: 'TASK_FIELD' },
    )
  }
  for (const [name, value] of Object.entries(decoding)) {
    if (ofSampling.has(name) || isNeutral(name, value)) continue
    throw new LmEvalError(
      `generation_kwargs.${name} (${pyRepr(value)}) is not supported, only greedy generation is: remove it.`,
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
  for (const name of neutralValues.keys()) {
    if (name in decoding || !(name in config) || isNeutral(name, config[name])) continue
    throw new LmEvalError(
      `The generation settings of ${folder} have ${name} (${JSON.stringify(config[name])}), which is not supported: only greedy generation is. Take ${name} out of generation_config.json.`,
      { code: 'MODEL' },
    )
  }
}

function isNeutral(name: string, value: unknown): boolean {
  const neutral = neutralValues.get(name)
  if (neutral === undefined) return false
  return (
    value === null || neutral.some(one => one === value || (typeof one === 'number' && Number(value) === one))
  )
}
