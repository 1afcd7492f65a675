import { expect, test } from 'vitest'
import {
  compareText,
  isDigit,
  isSpace,
  len,
  lower,
  lstrip,
  rsplit,
  rstrip,
  slice,
  split,
  splitlines,
  strip,
  upper,
} from '../../plugin/python/index.ts'
import { cpython } from './fixtures.ts'

test.each(cpython.text)('text $text', row => {
  const { text } = row
  expect(len(text)).toBe(row.len)
  expect(isSpace(text)).toBe(row.isspace)
  expect(isDigit(text)).toBe(row.isdigit)
  expect(strip(text)).toBe(row.strip)
  expect(lstrip(text)).toBe(row.lstrip)
  expect(rstrip(text)).toBe(row.rstrip)
  expect(strip(text, ' aX😀c,')).toBe(row.stripX)
  expect(lstrip(text, ' a😀')).toBe(row.lstripX)
  expect(rstrip(text, 'c😀 \r')).toBe(row.rstripX)
  expect(lower(text)).toBe(row.lower)
  expect(upper(text)).toBe(row.upper)
  expect(splitlines(text)).toEqual(row.splitlines)
  expect(splitlines(text, true)).toEqual(row.splitlinesK)
  for (const [separator, limit, parts] of row.split) expect(split(text, separator, limit)).toEqual(parts)
  for (const [separator, limit, parts] of row.rsplit) expect(rsplit(text, separator, limit)).toEqual(parts)
  for (const [start, stop, step, part] of row.slice) expect(slice(text, start, stop, step)).toBe(part)
})

test.each(cpython.isdigit)('isDigit of %j is %s', (text, expected) => {
  expect(isDigit(text)).toBe(expected)
})

test('white space is what Python takes for it', () => {
  const spaces: number[] = []
  for (let code = 0; code < 0x110000; code++) if (isSpace(String.fromCodePoint(code))) spaces.push(code)
  expect(spaces).toEqual(cpython.spaces)
})

test('text is ordered by code points', () => {
  expect([...cpython.sorted].reverse().sort(compareText)).toEqual(cpython.sorted)
})
