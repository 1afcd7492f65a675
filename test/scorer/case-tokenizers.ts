import { readFileSync } from 'node:fs'
import { RequestEncoder } from '../../plugin/scorer/tokens/encode.ts'
import { readSpecialTokens } from '../../plugin/scorer/tokens/special-tokens.ts'
import { loadTokenizer, type TextEncoder } from '../../plugin/scorer/tokens/tokenizer.ts'

/** One line of a recorded file. */
export interface EncodeCase {
  id: string
  kind: 'encode_pair' | 'truncate' | 'rolling_string' | 'generate_input'
  tokenizer: string
  options: { add_bos_token?: boolean; prefix_token_id?: number; max_length?: number }
  context: string
  continuation: string
  text: string
  gen_kwargs: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: what is expected differs by kind
  expected: any
}

export const folder = new URL('./fixtures/encode/', import.meta.url)

export const encodeCases = (kind: EncodeCase['kind']): EncodeCase[] =>
  readFileSync(new URL('cases.jsonl', folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as EncodeCase)
    .filter(entry => entry.kind === kind)

/** A bare tokenizer.json with the special tokens that the cases are made with. */
export function caseTokenizer(name: string): TextEncoder {
  const description = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Record<
    string,
    unknown
  >
  const bos = name === 'bpe-no-bos' ? {} : { bos_token: '<s>' }
  const tokenizerConfig = { ...bos, eos_token: '</s>', added_tokens_decoder: {} }
  const specialTokens = readSpecialTokens({
    config: {},
    tokenizer: description,
    tokenizerConfig,
    specialTokensMap: {},
  })
  return loadTokenizer({ path: name, tokenizer: description, tokenizerConfig, specialTokens })
}

export function encoderOf({ tokenizer, options }: Pick<EncodeCase, 'tokenizer' | 'options'>): RequestEncoder {
  return new RequestEncoder(caseTokenizer(tokenizer), options.max_length ?? 64, {
    addBosToken: options.add_bos_token,
    prefixTokenId: options.prefix_token_id,
  })
}
