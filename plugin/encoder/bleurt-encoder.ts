import { LmEvalError } from '../errors.ts'
import type { ModelFolder } from '../scorer/model/model-folder.ts'
import { loadTokenizer } from '../scorer/tokens/tokenizer.ts'
import type { EncoderOutput, EncoderSession } from './encoder-session.ts'
import { encoderWindow } from './encoder-window.ts'
import type { ComparePair } from './loaded-encoder.ts'
import { joinPair } from './pair-tokens.ts'
import { findTokenWrap } from './token-wrap.ts'

/**
 * Scores pairs as BLEURT does (Sellam et al., BLEURT: Learning Robust Metrics for Text Generation, ACL 2020): one number for
 * [CLS] reference [SEP] candidate [SEP] from a regression head.
 * @throws LmEvalError MODEL where the encoder does not suit
 */
export function bleurtEncoder(folder: ModelFolder, session: EncoderSession): ComparePair {
  const tokenizer = loadTokenizer(folder)
  const { specials, before } = findTokenWrap(tokenizer, folder.path)
  if (before !== 1) {
    throw new LmEvalError(
      `The tokenizer of ${folder.path} does not set a text between [CLS] and [SEP], as BLEURT's does: name the folder of a BLEURT export.`,
      { code: 'MODEL' },
    )
  }
  const window = encoderWindow(folder)
  const output = findRegression(session.outputs, folder.onnxFile)
  return async ({ reference, candidate }) => {
    const [left, right] = [tokenizer.encode(reference, false), tokenizer.encode(candidate, false)]
    const { truncated, ...input } = joinPair(left, right, specials, window)
    const [score = Number.NaN, ...others] = await session.run(input, output)
    if (others.length > 0 || !Number.isFinite(score)) {
      const what = others.length > 0 ? `${others.length + 1} numbers` : String(score)
      throw new LmEvalError(
        `${folder.onnxFile} gave ${what} for a pair of texts, where BLEURT gives one number: check the export, or choose another provider.`,
        { code: 'MODEL' },
      )
    }
    return { figures: { score }, truncated }
  }
}

function findRegression(outputs: readonly EncoderOutput[], file: string): string {
  const found =
    outputs.find(({ name }) => name === 'logits') ?? (outputs.length === 1 ? outputs[0] : undefined)
  if (found !== undefined && found.shape.length <= 2) return found.name
  const there = outputs.map(({ name, shape }) => `${name} [${shape.join(', ')}]`).join('; ') || 'none'
  throw new LmEvalError(
    `${file} has no output logits of one number a pair (its outputs: ${there}): export it as a sequence classifier with one label (text-classification).`,
    { code: 'MODEL' },
  )
}
