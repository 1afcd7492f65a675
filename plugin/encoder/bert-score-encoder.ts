import { LmEvalError } from '../errors.ts'
import { strip } from '../python/index.ts'
import type { ModelFolder } from '../scorer/model/model-folder.ts'
import { tokenizerFamily } from '../scorer/tokens/special-tokens.ts'
import { loadTokenizer } from '../scorer/tokens/tokenizer.ts'
import type { EncoderSession } from './encoder-session.ts'
import { encoderWindow } from './encoder-window.ts'
import { type EncodedText, greedyMatch, NoDirection } from './greedy-match.ts'
import { findLayerOutput } from './layer-output.ts'
import type { ComparePair } from './loaded-encoder.ts'
import { type Baseline, rescale } from './rescale-baseline.ts'
import { findTokenWrap, wrapTokens } from './token-wrap.ts'
import type { EncoderSpec } from './types.ts'

/**
 * Compares pairs as bert-score 0.3.13 does: texts are stripped and cut on the right to the window, tokens of byte-level BPE
 * begin as after a space.
 * @throws LmEvalError MODEL where the encoder does not suit
 */
export function bertScoreEncoder(
  folder: ModelFolder,
  session: EncoderSession,
  spec: EncoderSpec,
  baseline: Baseline | undefined,
): ComparePair {
  const tokenizer = loadTokenizer(folder)
  const wrap = findTokenWrap(tokenizer, folder.path)
  const window = encoderWindow(folder)
  const layers = folder.config.num_hidden_layers
  const output = findLayerOutput(
    session.outputs,
    { layer: spec.layer as number, output: spec.output, layers },
    folder.onnxFile,
  )
  const space = takesPrefixSpace(folder) ? ' ' : ''

  async function encode(text: string): Promise<EncodedText & { truncated: boolean }> {
    const stripped = strip(text)
    const tokens = stripped === '' ? [] : tokenizer.encode(`${space}${stripped}`, false)
    const { ids, truncated } = wrapTokens(tokens, wrap, window)
    const counts = ids.map(id => !wrap.specials.includes(id))
    // Nothing is compared with nothing, and some exports fail on it.
    if (!counts.includes(true)) return { states: new Float64Array(), width: 0, counts, truncated }
    const states = await session.run({ ids }, output)
    return { states, width: states.length / ids.length, counts, truncated }
  }

  return async ({ reference, candidate }) => {
    const first = await encode(reference)
    const second = reference === candidate ? first : await encode(candidate)
    const truncated = first.truncated || second.truncated
    try {
      const score = greedyMatch(first, second)
      return { figures: { ...(baseline === undefined ? score : rescale(score, baseline)) }, truncated }
    } catch (error) {
      if (!(error instanceof NoDirection)) throw error
      throw new LmEvalError(
        `${folder.onnxFile} gave hidden states that are zero or no numbers: check the export, or choose another provider.`,
        { code: 'MODEL' },
      )
    }
  }
}

/** The package asks this of GPT-2's and RoBERTa's tokenizers alone. */
function takesPrefixSpace({ tokenizerConfig, config }: ModelFolder): boolean {
  const family = tokenizerFamily(tokenizerConfig)
  if (family !== undefined && family !== 'PreTrained') return family === 'Roberta' || family === 'GPT2'
  return ['roberta', 'gpt2', 'data2vec-text', 'ibert', 'roberta-prelayernorm'].includes(
    String(config.model_type),
  )
}
