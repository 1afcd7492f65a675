/** The tokens that requests may begin with, as transformers 4.57 reads them from a model folder. */
export interface SpecialTokens {
  bos: string | undefined
  eos: string | undefined
  bosId: number | undefined
  eosId: number | undefined
  /** What stands before a continuation without context: bos, else eos. */
  prefixId: number | undefined
}

export interface SpecialTokenSources {
  config: Record<string, unknown>
  tokenizer: Record<string, unknown>
  tokenizerConfig: Record<string, unknown>
  specialTokensMap: Record<string, unknown>
}

/** bos and eos of the tokenizer classes that have them without being told (transformers 4.57). */
const classDefaults = new Map<string, readonly [bos: string, eos: string]>([
  ['Llama', ['<s>', '</s>']],
  ['CodeLlama', ['<s>', '</s>']],
  ['Gemma', ['<bos>', '<eos>']],
  ['Cohere', ['<BOS_TOKEN>', '<|END_OF_TURN_TOKEN|>']],
  ['GPT2', ['<|endoftext|>', '<|endoftext|>']],
  ['GPTNeoX', ['<|endoftext|>', '<|endoftext|>']],
])

/** `LlamaTokenizerFast` and `LlamaTokenizer` are both `Llama`: transformers takes the fast class for either. */
export function tokenizerFamily(tokenizerConfig: Record<string, unknown>): string | undefined {
  const name = tokenizerConfig.tokenizer_class
  return typeof name === 'string' ? name.replace(/Tokenizer(Fast)?$/, '') : undefined
}

/**
 * tokenizer_config.json decides, also by an explicit null; special_tokens_map.json counts only beside an old
 * tokenizer_config.json without added_tokens_decoder; then the class's own default. A folder that says nothing
 * of either token falls back to the ids in config.json.
 */
export function readSpecialTokens(sources: SpecialTokenSources): SpecialTokens {
  const ids = tokenIds(sources.tokenizer)
  const bos = tokenText('bos_token', 0, sources)
  const eos = tokenText('eos_token', 1, sources)
  const told = bos !== undefined || eos !== undefined
  const bosId = told ? idOf(bos, ids) : integer(sources.config.bos_token_id)
  const eosId = told ? idOf(eos, ids) : integer(sources.config.eos_token_id)
  return { bos: bos ?? undefined, eos: eos ?? undefined, bosId, eosId, prefixId: bosId ?? eosId }
}

/** Text of a token, null where the folder says there is none, undefined where it says nothing. */
function tokenText(
  name: 'bos_token' | 'eos_token',
  place: 0 | 1,
  { tokenizerConfig, specialTokensMap }: SpecialTokenSources,
): string | null | undefined {
  const maps =
    'added_tokens_decoder' in tokenizerConfig ? [tokenizerConfig] : [specialTokensMap, tokenizerConfig]
  for (const map of maps) {
    if (name in map) return content(map[name])
  }
  return classDefaults.get(tokenizerFamily(tokenizerConfig) ?? '')?.[place]
}

function content(token: unknown): string | null {
  if (typeof token === 'string') return token
  const inner = (token as { content?: unknown } | null)?.content
  return typeof inner === 'string' ? inner : null
}

function idOf(token: string | null | undefined, ids: ReadonlyMap<string, number>): number | undefined {
  return token === undefined || token === null ? undefined : ids.get(token)
}

function integer(value: unknown): number | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'number' ? first : undefined
}

/** Ids of tokenizer.json's added tokens, and of its vocabulary for a special token that is not among them. */
function tokenIds(tokenizer: Record<string, unknown>): ReadonlyMap<string, number> {
  const ids = new Map<string, number>()
  const vocabulary = (tokenizer.model as { vocab?: unknown } | undefined)?.vocab
  if (Array.isArray(vocabulary)) {
    for (const [id, entry] of vocabulary.entries()) ids.set(String((entry as unknown[])[0]), id)
  } else if (typeof vocabulary === 'object' && vocabulary !== null) {
    for (const [token, id] of Object.entries(vocabulary)) ids.set(token, id as number)
  }
  const added = Array.isArray(tokenizer.added_tokens) ? tokenizer.added_tokens : []
  for (const { id, content } of added as { id: number; content: string }[]) ids.set(content, id)
  return ids
}
