import { LmEvalError } from '../../errors.ts'
import type { TaskWarning } from '../../task/types.ts'
import {
  decodingArguments,
  normalizeGenerationKwargs,
  stopStrings,
} from '../generation/generation-settings.ts'
import { readInteger } from '../generation/setting-number.ts'
import type { RequestEncoder } from './encode.ts'

/** A generation request in tokens. */
export interface GenerationInput {
  input: number[]
  /** Context tokens cut off on the left. */
  truncated: number
  /** Tokens of input and generated text together at most. */
  maxLength: number
  /** Stop strings, the end-of-text token last; elements that are no strings are refused where they are used. */
  stop: unknown[]
  /** Arguments of the decoding itself (`do_sample`, `temperature`, …). */
  decoding: Record<string, unknown>
  warnings: TaskWarning[]
}

/**
 * The context cut on the left, so that input and generated tokens fit into the model's window together.
 * @param kwargs the request's `settings`
 * @throws LmEvalError TASK_FIELD when the generated tokens alone fill the window, or an argument is no number
 */
export function generationInput(
  encoder: RequestEncoder,
  context: string,
  kwargs: Readonly<Record<string, unknown>>,
): GenerationInput {
  const { settings, warnings } = normalizeGenerationKwargs(kwargs)
  const room = encoder.maxLength - settings.max_gen_toks
  if (room <= 0) {
    throw new LmEvalError(
      `generation_kwargs asks for ${settings.max_gen_toks} tokens (max_gen_toks), which leaves none of the model's window of ${encoder.maxLength} for the prompt: lower max_gen_toks.`,
      { code: 'TASK_FIELD' },
    )
  }
  const tokens = encoder.promptTokens(context)
  const input = tokens.slice(-room)
  const truncated = tokens.length - input.length
  if (truncated > 0) {
    warnings.push({
      code: 'left_truncated',
      message: `A prompt of ${tokens.length} tokens is cut to its last ${room}, to leave room for ${settings.max_gen_toks} generated tokens.`,
    })
  }
  return {
    input,
    truncated,
    maxLength:
      settings.max_length === undefined
        ? input.length + settings.max_gen_toks
        : readInteger('max_length', settings.max_length),
    stop: stopStrings(settings, encoder.eosText),
    decoding: decodingArguments(settings),
    warnings,
  }
}
