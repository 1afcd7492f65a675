import { describe, expect, test } from 'vitest'
import { escapeText, excerpt } from '../../plugin/report/escape.ts'

describe('escapeText', () => {
  test.each([
    ['plain text, 日本語 and 👩‍🚀-free é', 'plain text, 日本語 and 👩\\u200d🚀-free é'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\u009b31mred', '\\x9b31mred'],
    ['\u0000\u0007\u007f', '\\x00\\x07\\x7f'],
    ['abc\u202edef', 'abc\\u202edef'],
    ['a\u2028b', 'a\\u2028b'],
    ['\ufeffstart', '\\ufeffstart'],
    ['half \ud83d pair', 'half \\ud83d pair'],
  ])('%j becomes %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })

  test.each(['::error::x', '  ::set-output name=a::b', '##[error]x', '\u00a0::warning::x'])(
    '%j is no workflow command any more',
    text => {
      const escaped = escapeText(text)
      expect(escaped.trimStart().startsWith('::')).toBe(false)
      expect(escaped.trimStart().startsWith('##[')).toBe(false)
    },
  )

  test('a command after a line break is on the same line', () => {
    expect(escapeText('ok\n::error::x')).toBe('ok\\n::error::x')
  })
})

describe('excerpt', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly te', 10, 'exactly te'],
    ['one too many', 11, 'one too ma…'],
    ['👍👍👍👍', 4, '👍👍👍👍'],
    ['👍👍👍👍👍', 4, '👍👍👍…'],
    ['a\nb and so on', 4, 'a\\nb…'],
  ])('%j cut to %d code points', (text, codePoints, expected) => {
    expect(excerpt(text, codePoints)).toBe(expected)
  })

  test('a pair at the edge of what is looked at is not cut apart', () => {
    expect(excerpt('👍'.repeat(1000), 5)).toBe('👍👍👍👍…')
  })
})
