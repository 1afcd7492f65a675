import { LmEvalError } from '../errors.ts'
import type { TextEncoder } from '../scorer/tokens/tokenizer.ts'

/** How a tokenizer sets a text between its two special tokens. */
export interface TokenWrap {
  /** Special tokens of an empty text: BERT's [CLS] and [SEP]. */
  specials: readonly [number, number]
  /** How many of them stand before the text. */
  before: number
}

/**
 * Finds a BERT-like tokenizer's special tokens by encoding nothing and something.
 * @throws LmEvalError MODEL for a tokenizer that does not add two
 */
export function findTokenWrap(tokenizer: TextEncoder, path: string): TokenWrap {
  const [first, second, ...others] = tokenizer.encode('', true)
  if (first === undefined || second === undefined || others.length > 0) {
    throw new LmEvalError(
      `The tokenizer of ${path} does not set a text between two special tokens, as those of BERT and RoBERTa do: name the folder of such an encoder.`,
      { code: 'MODEL' },
    )
  }
  const probe = tokenizer.encode('a', true)
  const before = probe[0] !== first ? 0 : probe[1] === second && probe.length > 2 ? 2 : 1
  return { specials: [first, second], before }
}

/** A text's tokens between the special ones, cut on the right to `maxLength` tokens in all. */
export function wrapTokens(
  tokens: readonly number[],
  { specials, before }: TokenWrap,
  maxLength: number | undefined,
): { ids: number[]; truncated: boolean } {
  const room = maxLength === undefined ? tokens.length : Math.max(0, maxLength - specials.length)
  return {
    ids: [...specials.slice(0, before), ...tokens.slice(0, room), ...specials.slice(before)],
    truncated: tokens.length > room,
  }
}
