import { expect, test } from 'vitest'
import { RequestEncoder } from '../../../plugin/scorer/tokens/encode.ts'
import { encodeRolling, rollingWindowsOf } from '../../../plugin/scorer/tokens/encode-rolling.ts'
import { caseTokenizer, encodeCases, encoderOf } from '../case-tokenizers.ts'

test.each(encodeCases('rolling_string'))('$id $tokenizer $options', entry => {
  const windows = rollingWindowsOf(encoderOf(entry), entry.text)
  expect(windows.map(({ context, continuation }) => [context, continuation])).toEqual(entry.expected.windows)
})

test('windows become inputs no longer than the model, with every token a target once', () => {
  const encoder = encoderOf({ tokenizer: 'bpe-bos-added', options: { max_length: 8 } })
  const text = 'The quick brown fox jumps over the lazy dog. is ice cold?'
  const requests = encodeRolling(encoder, text)
  expect(requests.flatMap(({ targets }) => targets)).toEqual(encoder.tokens(text))
  expect(Math.max(...requests.map(({ input }) => input.length))).toBe(8)
  expect(requests.every(({ input, targets }) => input.length >= targets.length)).toBe(true)
})

test('a tokenizer that has nothing to begin with is refused', () => {
  const bare = { ...caseTokenizer('bpe-no-bos'), prefixId: undefined }
  expect(() => rollingWindowsOf(new RequestEncoder(bare, 8), 'fox')).toThrow(
    /neither bos_token nor eos_token/,
  )
})
