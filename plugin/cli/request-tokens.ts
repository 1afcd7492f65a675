import { readModelFolder } from '../scorer/model/model-folder.ts'
import { type EncodedRequest, RequestEncoder } from '../scorer/tokens/encode.ts'
import { generationInput } from '../scorer/tokens/encode-generation.ts'
import { encodeRolling } from '../scorer/tokens/encode-rolling.ts'
import { loadTokenizer } from '../scorer/tokens/tokenizer.ts'
import type { Request } from '../task/types.ts'

/** A token and its own text. */
export interface Token {
  id: number
  text: string
}

/** What the model is given for a request, in tokens; one of several windows for a rolling one. */
export interface TokenView {
  context: Token[]
  /** Tokens that are scored; empty for a request that generates. */
  continuation: Token[]
  /** Context tokens cut off on the left to fit the window. */
  truncated: number
  /** The context's last token had swallowed the continuation, so that this was encoded by itself. */
  alone: boolean
}

/**
 * Encodes requests with a folder's tokenizer, as the scorer does. No weights are loaded.
 * @param maxLength window in tokens, where it should be less than the model's
 * @throws LmEvalError MODEL for an unusable folder; the function it gives DOCUMENT for a request that cannot be encoded
 */
export function requestTokens(
  path: string,
  maxLength: number | undefined,
): (request: Request) => TokenView[] {
  const folder = readModelFolder(path)
  const tokenizer = loadTokenizer(folder)
  const encoder = new RequestEncoder(tokenizer, maxLength ?? folder.maxLength)
  const tokens = (ids: readonly number[]): Token[] => ids.map(id => ({ id, text: tokenizer.textOf(id) }))
  const view = ({ input, targets, truncated, alone }: EncodedRequest): TokenView => ({
    context: tokens(input.slice(0, input.length - targets.length + 1)),
    continuation: tokens(targets),
    truncated,
    alone: alone === true,
  })
  return request => {
    if (request.type === 'loglikelihood') return [view(encoder.encode(request))]
    if (request.type === 'loglikelihood_rolling') return encodeRolling(encoder, request.text).map(view)
    const { input, truncated } = generationInput(encoder, request.context, request.settings)
    return [{ context: tokens(input), continuation: [], truncated, alone: false }]
  }
}
