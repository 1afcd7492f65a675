import { isDict } from '../../python/index.ts'
import { tokenizerFamily } from './special-tokens.ts'

/** Special tokens as a chat template sees them: texts by name, and lists of texts. */
export type ChatTokens = Record<string, string | string[]>

/** The names that transformers hands to a chat template; a model's own ones stand in `extra_special_tokens`. */
const names = [
  'bos_token',
  'eos_token',
  'unk_token',
  'sep_token',
  'pad_token',
  'cls_token',
  'mask_token',
  'additional_special_tokens',
]

const llama = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' }
const endOfText = '<|endoftext|>'
const gpt2 = { bos_token: endOfText, eos_token: endOfText, unk_token: endOfText }

/** What classes of tokenizers have without being told (transformers 4.57). */
const classDefaults: ReadonlyMap<string, ChatTokens> = new Map<string, ChatTokens>([
  ['Llama', llama],
  ['CodeLlama', { ...llama, additional_special_tokens: ['▁<PRE>', '▁<MID>', '▁<SUF>', '▁<EOT>'] }],
  ['Bloom', { ...llama, pad_token: '<pad>' }],
  ['Gemma', { bos_token: '<bos>', eos_token: '<eos>', unk_token: '<unk>', pad_token: '<pad>' }],
  ['Cohere', { bos_token: '<BOS_TOKEN>', eos_token: '<|END_OF_TURN_TOKEN|>', unk_token: '<UNK>' }],
  ['GPT2', gpt2],
  ['GPTNeoX', gpt2],
  ['CodeGen', gpt2],
  ['Qwen2', { eos_token: endOfText, unk_token: endOfText, pad_token: endOfText }],
])

/**
 * The special tokens that transformers 4.57 hands to a chat template: those of tokenizer_config.json, an explicit null
 * included; special_tokens_map.json counts, and wins, only beside a tokenizer_config.json without added_tokens_decoder;
 * else the default of the tokenizer's class. Tokens that are missing or empty are left out, so that templates find them
 * undefined.
 */
export function chatTokens(
  tokenizerConfig: Record<string, unknown>,
  specialTokensMap: Record<string, unknown>,
): ChatTokens {
  const old = !('added_tokens_decoder' in tokenizerConfig)
  const { extra_special_tokens: extra } = tokenizerConfig
  const sources = [
    classDefaults.get(tokenizerFamily(tokenizerConfig) ?? '') ?? {},
    isDict(extra) && !(extra instanceof Map) ? extra : {},
    tokenizerConfig,
    old ? merged(tokenizerConfig, specialTokensMap) : {},
  ]
  const given: Record<string, unknown> = Object.assign({}, ...sources)
  const wanted = [...names, ...Object.keys(sources[1] as object)]
  const tokens: ChatTokens = {}
  for (const name of wanted) {
    const token = texts(given[name])
    if (token !== undefined && token.length > 0) tokens[name] = token
  }
  return tokens
}

/** A list of both files' additional tokens has those of tokenizer_config.json first. */
function merged(
  tokenizerConfig: Record<string, unknown>,
  specialTokensMap: Record<string, unknown>,
): Record<string, unknown> {
  const { additional_special_tokens: more } = specialTokensMap
  if (!Array.isArray(more)) return specialTokensMap
  const all = [texts(tokenizerConfig.additional_special_tokens) ?? [], texts(more) ?? []].flat()
  return { ...specialTokensMap, additional_special_tokens: [...new Set(all)] }
}

function texts(token: unknown): string | string[] | undefined {
  if (Array.isArray(token)) return token.flatMap(item => texts(item) ?? [])
  const content = isDict(token) && !(token instanceof Map) ? token.content : token
  return typeof content === 'string' ? content : undefined
}
