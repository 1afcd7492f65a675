import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PyPattern } from '../../../plugin/python/regex/pattern.ts'
import { PatternError } from '../../../plugin/python/regex/syntax.ts'

interface Row {
  pattern: string
  text: string
  error?: true
  found?: unknown[]
  /** The text with `<>` in place of every match. */
  without?: string
}

/** Patterns over texts with what `re.findall` and `re.sub` of CPython 3.11 gave. */
describe('recorded patterns', () => {
  const file = new URL('./fixtures/findall.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
  test.each(rows)('$pattern on $text', ({ pattern, text, error, found, without }) => {
    if (error) expect(() => new PyPattern(pattern)).toThrow(PatternError)
    else {
      expect(new PyPattern(pattern).findall(text)).toEqual(found)
      expect(new PyPattern(pattern).replace(text, '<>')).toBe(without)
    }
  })
})

test('a pattern that tries too many ways is stopped', () => {
  const pattern = new PyPattern('(?:a|a)*b')
  expect(() => pattern.findall('a'.repeat(60))).toThrow('takes too long')
})
