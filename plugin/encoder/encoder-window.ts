import type { ModelFolder } from '../scorer/model/model-folder.ts'

/** transformers' VERY_LARGE_INTEGER, which stands for "no limit known". */
const unlimited = 1e30

/** Models whose first position is the one after the padding's. */
const shifted = /^(?:roberta|xlm-roberta|camembert|data2vec-text|ibert|longformer|mpnet|xmod)/u

/**
 * Longest input in tokens: what the tokenizer is cut to (`model_max_length`), and no more than there are positions. Undefined where
 * the folder names neither.
 */
export function encoderWindow({
  config,
  tokenizerConfig,
}: Pick<ModelFolder, 'config' | 'tokenizerConfig'>): number | undefined {
  const own = tokenizerConfig.model_max_length
  const limits = [positionsOf(config), typeof own === 'number' && own < unlimited ? own : undefined]
  const known = limits.filter(limit => limit !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function positionsOf(config: Record<string, unknown>): number | undefined {
  const { max_position_embeddings: positions, model_type: type, pad_token_id: padding } = config
  if (typeof positions !== 'number' || positions <= 0) return undefined
  const taken =
    typeof type === 'string' && shifted.test(type) && typeof padding === 'number' ? padding + 1 : 0
  return positions - taken
}
