import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RequestEncoder } from '../../../plugin/scorer/tokens/encode.ts'
import { generationInput } from '../../../plugin/scorer/tokens/encode-generation.ts'
import { rollingWindowsOf } from '../../../plugin/scorer/tokens/encode-rolling.ts'
import { readSpecialTokens } from '../../../plugin/scorer/tokens/special-tokens.ts'
import { loadTokenizer } from '../../../plugin/scorer/tokens/tokenizer.ts'
import { compareOrError } from '../runner/compare-or-error.ts'
import { type CaseRow, type CheckCase, outcomeOf } from '../runner/outcome.ts'

interface EncodeOptions {
  add_bos_token?: boolean
  prefix_token_id?: number
  max_length?: number
}

/** Tokens of one log-likelihood request, before truncation. */
export const checkEncodePair: CheckCase = row => {
  const { context, continuation } = row as unknown as Record<'context' | 'continuation', string>
  return outcomeOf(
    compareOrError(row.expected, () => {
      const encoder = encoderOf(row)
      const pair = encoder.pair(context, continuation)
      return {
        context_enc: pair.context,
        continuation_enc: pair.continuation,
        prefix_token_id: encoder.prefixId,
      }
    }),
  )
}

/** What the model is given for one log-likelihood request. */
export const checkTruncate: CheckCase = row => {
  const { context, continuation } = row as unknown as Record<'context' | 'continuation', string>
  return outcomeOf(
    compareOrError(row.expected, () => {
      const encoder = encoderOf(row)
      const pair = encoder.pair(context, continuation)
      const request = { type: 'loglikelihood', context, continuation, ordinal: 0 } as const
      const { input, truncated } = encoder.fit(pair.context, pair.continuation, request)
      return { model_input: input, warnings: truncated > 0 ? ['context_truncated'] : [] }
    }),
  )
}

/** Windows of a rolling request. */
export const checkRollingString: CheckCase = row =>
  outcomeOf(
    compareOrError(row.expected, () => ({
      windows: rollingWindowsOf(encoderOf(row), row.text as string).map(({ context, continuation }) => [
        context,
        continuation,
      ]),
    })),
  )

/** What the model is given to generate from. */
export const checkGenerateInput: CheckCase = row =>
  outcomeOf(
    compareOrError(row.expected, () => {
      const kwargs = row.gen_kwargs as Record<string, unknown>
      const { input, maxLength, stop, decoding, warnings } = generationInput(
        encoderOf(row),
        row.context as string,
        kwargs,
      )
      return {
        model_input: input,
        max_length: maxLength,
        stop,
        kwargs: decoding,
        warnings: warnings.map(({ code }) => code),
      }
    }),
  )

/** A bare tokenizer.json, with the special tokens that the cases are made with. */
function encoderOf(row: CaseRow): RequestEncoder {
  const {
    tokenizer: name,
    options,
    folder,
  } = row as unknown as {
    tokenizer: string
    options: EncodeOptions
    folder: string
  }
  const file = [join(folder, 'tokenizers', `${name}.json`), join(folder, `${name}.json`)].find(existsSync)
  if (file === undefined) throw new Error(`there is no tokenizer ${name} beside the cases in ${folder}`)
  const tokenizer = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const bos = name === 'bpe-no-bos' ? {} : { bos_token: '<s>' }
  const tokenizerConfig = { ...bos, eos_token: '</s>', added_tokens_decoder: {} }
  const specialTokens = readSpecialTokens({ config: {}, tokenizer, tokenizerConfig, specialTokensMap: {} })
  const encoder = loadTokenizer({ path: name, tokenizer, tokenizerConfig, specialTokens })
  return new RequestEncoder(encoder, options.max_length ?? 64, {
    addBosToken: options.add_bos_token,
    prefixTokenId: options.prefix_token_id,
  })
}
