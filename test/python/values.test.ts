import { expect, test } from 'vitest'
import {
  floatRepr,
  jsonDumps,
  LiteralError,
  literalEval,
  PyFloat,
  parseJson,
  pyRepr,
  pyStr,
} from '../../plugin/python/index.ts'
import { cpython } from './fixtures.ts'

test.each(cpython.floats)('floatRepr of %s', (text, repr) => {
  expect(floatRepr(Number(text))).toBe(repr)
})

test.each(cpython.values)('value %s', (text, repr, str, dumps, sorted, indented, unescaped) => {
  const value = parseJson(text)
  expect(pyRepr(value)).toBe(repr)
  expect(pyStr(value)).toBe(str)
  expect(jsonDumps(value)).toBe(dumps)
  expect(jsonDumps(value, { sortKeys: true })).toBe(sorted)
  expect(jsonDumps(value, { indent: 2 })).toBe(indented)
  if (unescaped !== null) expect(jsonDumps(value, { ensureAscii: false })).toBe(unescaped)
})

test.each(cpython.json)('parseJson of %j', (text, repr) => {
  expect(pyRepr(parseJson(text))).toBe(repr)
})

test.each(cpython.jsonBad)('parseJson refuses %j', (text: string) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('a number with an integral fraction is a PyFloat and computes like a number', () => {
  const { a, b } = parseJson('{"a": 1.0, "b": 1}') as Record<string, unknown>
  expect(a).toBeInstanceOf(PyFloat)
  expect(b).toBe(1)
  expect(JSON.stringify({ a })).toBe('{"a":1}')
})

test.each(cpython.literal)('literalEval of %j', (text, repr) => {
  expect(pyRepr(literalEval(text))).toBe(repr)
})

test.each(cpython.literalBad)('literalEval refuses %j with %s', (text, kind) => {
  let error: unknown
  try {
    literalEval(text)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(LiteralError)
  if (kind === 'TypeError') expect((error as LiteralError).kind).toBe(kind)
})
