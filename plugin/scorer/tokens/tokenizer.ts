import { Tokenizer } from '@huggingface/tokenizers'
import { LmEvalError } from '../../errors.ts'
import type { ModelFolder } from '../model/model-folder.ts'
import { type SpecialTokens, tokenizerFamily } from './special-tokens.ts'

/** What encoding requests needs of a tokenizer. */
export interface TextEncoder {
  /** Token ids of a text. `addSpecialTokens` lets the tokenizer add its own (BOS, EOS); they are never parsed away. */
  encode(text: string, addSpecialTokens: boolean): number[]
  /** Text of one token, special tokens included. */
  textOf(id: number): string
  /** Text of a sequence of tokens. `skipSpecialTokens` leaves out BOS, EOS and their like. */
  decode(ids: readonly number[], skipSpecialTokens: boolean): string
  /** What stands before a continuation without context; undefined where the tokenizer has neither BOS nor EOS. */
  prefixId: number | undefined
  /** Text of BOS; undefined where the tokenizer has none. */
  bosText: string | undefined
  /** Text of EOS; undefined where the tokenizer has none. */
  eosText: string | undefined
}

/** Tokenizer classes that replace the post-processor of tokenizer.json by their own, and whether it puts BOS in front. */
const ownPostProcessor = new Map([
  ['Llama', true],
  ['CodeLlama', true],
  ['Gemma', true],
  ['Cohere', true],
  ['GPTNeoX', false],
])

/**
 * The tokenizer of a model folder, as transformers' AutoTokenizer would build it.
 * @throws LmEvalError MODEL when tokenizer.json describes something that cannot be built
 */
export function loadTokenizer(
  folder: Pick<ModelFolder, 'path' | 'tokenizer' | 'tokenizerConfig' | 'specialTokens'>,
): TextEncoder {
  const { tokenizerConfig, specialTokens } = folder
  try {
    const description = { ...folder.tokenizer, ...postProcessor(tokenizerConfig, specialTokens) }
    const tokenizer = new Tokenizer(description, tokenizerConfig)
    // The package decodes no empty sequence, and cleans up unless it is told not to; transformers does so when told to.
    const cleanUp = tokenizerConfig.clean_up_tokenization_spaces === true
    const decode = (ids: readonly number[], skipSpecialTokens: boolean): string =>
      ids.length === 0
        ? ''
        : tokenizer.decode([...ids], {
            skip_special_tokens: skipSpecialTokens,
            clean_up_tokenization_spaces: cleanUp,
          })
    return {
      encode: (text, addSpecialTokens) =>
        tokenizer.encode(text, { add_special_tokens: addSpecialTokens }).ids,
      textOf: id => decode([id], false),
      decode,
      prefixId: specialTokens.prefixId,
      bosText: specialTokens.bos,
      eosText:
        specialTokens.eos ??
        (specialTokens.eosId === undefined ? undefined : decode([specialTokens.eosId], false)),
    }
  } catch (error) {
    throw new LmEvalError(
      `The tokenizer of ${folder.path} cannot be built from its tokenizer.json (${(error as Error).message}): check that the file belongs to the model.`,
      { code: 'MODEL', cause: error },
    )
  }
}

/**
 * The post-processor that a class such as LlamaTokenizerFast sets from add_bos_token and add_eos_token, in place of the
 * one in tokenizer.json (transformers 4.57, `update_post_processor`); nothing for all other classes.
 */
function postProcessor(
  tokenizerConfig: Record<string, unknown>,
  { bos, eos, bosId, eosId }: SpecialTokens,
): Record<string, unknown> {
  const addsBos = ownPostProcessor.get(tokenizerFamily(tokenizerConfig) ?? '')
  if (addsBos === undefined) return {}
  const first = flag(tokenizerConfig.add_bos_token, addsBos) ? special(bos, bosId) : []
  const last = flag(tokenizerConfig.add_eos_token, false) ? special(eos, eosId) : []
  const single = [
    ...first.map(({ id }) => ({ SpecialToken: { id, type_id: 0 } })),
    { Sequence: { id: 'A', type_id: 0 } },
    ...last.map(({ id }) => ({ SpecialToken: { id, type_id: 0 } })),
  ]
  const tokens = Object.fromEntries([...first, ...last].map(token => [token.id, token]))
  return {
    post_processor: { type: 'TemplateProcessing', single, pair: single, special_tokens: tokens },
  }
}

function special(text: string | undefined, id: number | undefined) {
  return text === undefined || id === undefined ? [] : [{ id: text, ids: [id], tokens: [text] }]
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise
}
