import { expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { generationInput } from '../../../plugin/scorer/tokens/encode-generation.ts'
import { encodeCases, encoderOf } from '../case-tokenizers.ts'

test.each(encodeCases('generate_input'))('$id $tokenizer $options', entry => {
  const encode = () => generationInput(encoderOf(entry), entry.context, entry.gen_kwargs)
  if (entry.expected.error !== undefined) {
    expect(encode).toThrow(LmEvalError)
    return
  }
  const { input, maxLength, stop, decoding, warnings } = encode()
  expect({
    model_input: input,
    max_length: maxLength,
    stop,
    kwargs: decoding,
    warnings: warnings.map(({ code }) => code),
  }).toEqual(entry.expected)
})

test('counts what is cut off', () => {
  const encoder = encoderOf({ tokenizer: 'bpe-no-bos', options: { max_length: 8 } })
  const text = 'The quick brown fox jumps over the lazy dog.'
  const { input, truncated } = generationInput(encoder, text, { max_gen_toks: 5 })
  expect(input).toEqual(encoder.tokens(text).slice(-3))
  expect(truncated).toBe(encoder.tokens(text).length - 3)
})

test('names what leaves no room for the prompt', () => {
  const encoder = encoderOf({ tokenizer: 'bpe-no-bos', options: { max_length: 8 } })
  expect(() => generationInput(encoder, 'fox', {})).toThrow(
    /^generation_kwargs asks for 256 tokens \(max_gen_toks\), which leaves none of the model's window of 8/,
  )
})
