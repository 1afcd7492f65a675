import { LmEvalError } from '../../errors.ts'
import type { EncodedRequest, RequestEncoder } from './encode.ts'
import { disjointWindow, rollingWindows } from './rolling-windows.ts'

/**
 * A text's windows as context and continuation, each scored once; none for a text without tokens. A BOS that the
 * tokenizer adds is predicted too, as the harness has it.
 * @throws LmEvalError MODEL when the tokenizer has no token for the start of a text
 */
export function rollingWindowsOf(
  encoder: RequestEncoder,
  text: string,
): { context: number[]; continuation: number[] }[] {
  if (encoder.prefixId === undefined) {
    throw new LmEvalError(
      'The tokenizer has neither bos_token nor eos_token to begin a text with: set one in tokenizer_config.json.',
      { code: 'MODEL' },
    )
  }
  return rollingWindows(encoder.tokens(text), encoder.prefixId, encoder.maxLength, 1).map(disjointWindow)
}

/**
 * The windows of a rolling request, ready for the model; their log-likelihoods add up to the request's.
 * @throws LmEvalError MODEL as {@link rollingWindowsOf}
 */
export function encodeRolling(encoder: RequestEncoder, text: string): EncodedRequest[] {
  return rollingWindowsOf(encoder, text).map(({ context, continuation }) => ({
    input: [...context, ...continuation.slice(0, -1)],
    targets: continuation,
    truncated: 0,
  }))
}
