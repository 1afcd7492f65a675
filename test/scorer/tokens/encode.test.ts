import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { readSpecialTokens } from '../../../plugin/scorer/tokens/special-tokens.ts'
import { loadTokenizer } from '../../../plugin/scorer/tokens/tokenizer.ts'
import { type EncodeCase, encodeCases, encoderOf, folder } from '../case-tokenizers.ts'

const request = (context: string, continuation: string) =>
  ({ type: 'loglikelihood', context, continuation, ordinal: 7 }) as const

describe('as recorded from lm-eval', () => {
  test.each(encodeCases('encode_pair'))('$id $tokenizer $options', entry => {
    const { context, continuation } = encoderOf(entry).pair(entry.context, entry.continuation)
    expect(context).toEqual(entry.expected.context_enc)
    expect(encoderOf(entry).prefixId).toBe(entry.expected.prefix_token_id)
    expect(continuation).toEqual(entry.expected.continuation_enc)
  })

  test.each(encodeCases('truncate'))('$id $tokenizer $options', entry => {
    const encode = () => {
      const encoder = encoderOf(entry)
      const { context, continuation } = encoder.pair(entry.context, entry.continuation)
      return encoder.fit(context, continuation, request(entry.context, entry.continuation))
    }
    if (entry.expected.error !== undefined) {
      expect(encode).toThrow(LmEvalError)
      return
    }
    const encoded = encode()
    expect(encoded.input).toEqual(entry.expected.model_input)
    expect(encoded.truncated > 0).toBe(entry.expected.warnings?.includes('context_truncated'))
  })
})

describe('requests that cannot be scored', () => {
  const failure = (
    context: string,
    continuation: string,
    options: EncodeCase['options'] = {},
    name = 'bpe-bos-added',
  ) => {
    try {
      encoderOf({ tokenizer: name, options }).encode(request(context, continuation))
    } catch (error) {
      expect(error).toBeInstanceOf(LmEvalError)
      expect((error as LmEvalError).code).toBe('DOCUMENT')
      return (error as LmEvalError).message
    }
    return 'no error'
  }

  test('empty continuation, with and without context', () => {
    expect(failure('The quick', '')).toMatch(
      /^Request 7 \(context "The quick", continuation ""\) has no continuation token/,
    )
    expect(failure('', '')).toContain('has no continuation token')
  })

  test('neither context nor continuation, before any truncation too', () => {
    const encoder = encoderOf({ tokenizer: 'bpe-bos-added', options: {} })
    expect(() => encoder.pair('', '')).toThrow(
      /^A request \(context "", continuation ""\) has no continuation token/,
    )
  })

  test('continuation longer than the window', () => {
    expect(failure('fox', ' the quick brown fox', { max_length: 2 })).toMatch(
      /has a continuation of \d+ tokens, more than the model's window of 2/,
    )
  })

  test('context of whitespace where the tokenizer adds nothing', () => {
    expect(failure(' ', 'fox', {}, 'bpe-bos-not-added')).toContain('has no token before its continuation')
  })
})

test('truncation counts the context tokens cut off', () => {
  const encoder = encoderOf({ tokenizer: 'bpe-bos-added', options: { max_length: 4 } })
  const { context, continuation } = encoder.pair('The quick brown The quick brown', ' fox')
  const encoded = encoder.encode(request('The quick brown The quick brown', ' fox'))
  expect(encoded.truncated).toBe(context.length + continuation.length - 5)
  expect(encoded.targets).toEqual(continuation)
})

describe("a continuation that the context's last token swallows", () => {
  test('is encoded alone, and says so', () => {
    const encoder = encoderOf({ tokenizer: 'bpe-bos-added', options: {} })
    // " fox" is one token, " fo" is two.
    expect(encoder.pair(' the fo', 'x').continuation).toEqual([])
    expect(encoder.encode(request(' the fo', 'x'))).toMatchObject({ targets: [90], alone: true })
    expect(encoder.encode(request(' the', ' fox'))).not.toHaveProperty('alone')
  })
})

describe('Llama tokenizer classes set their own post-processor', () => {
  const description = JSON.parse(readFileSync(new URL('bpe-bos-added.json', folder), 'utf8')) as Record<
    string,
    unknown
  >
  const first = (config: Record<string, unknown>) => {
    const tokenizerConfig = { bos_token: '<s>', eos_token: '</s>', added_tokens_decoder: {}, ...config }
    const specialTokens = readSpecialTokens({
      config: {},
      tokenizer: description,
      tokenizerConfig,
      specialTokensMap: {},
    })
    const ids = loadTokenizer({ path: 'x', tokenizer: description, tokenizerConfig, specialTokens }).encode(
      'fox',
      true,
    )
    return { first: ids[0], last: ids.at(-1) }
  }

  test('add_bos_token and add_eos_token decide, whatever tokenizer.json says', () => {
    expect(first({ tokenizer_class: 'PreTrainedTokenizerFast', add_bos_token: false }).first).toBe(0)
    expect(first({ tokenizer_class: 'LlamaTokenizerFast', add_bos_token: false }).first).not.toBe(0)
    expect(first({ tokenizer_class: 'LlamaTokenizer' }).first).toBe(0)
    expect(first({ tokenizer_class: 'LlamaTokenizer', add_eos_token: true }).last).toBe(1)
    expect(first({ tokenizer_class: 'GPTNeoXTokenizerFast' }).first).not.toBe(0)
  })
})
