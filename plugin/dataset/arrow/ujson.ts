import {
  dictFromEntries,
  dictGet,
  dictKeys,
  floatRepr,
  isDict,
  isFloat,
  type PyFloat,
  parseJson,
  pyFloat,
  pyInt,
} from '../../python/index.ts'

/**
 * What the JSON library behind the data sets library (pandas' ujson) does to values: floats are written with ten decimals,
 * and read as a whole number times a power of ten, which is not always the nearest double.
 */

const decimals = 10
/** Decimals beyond these are not read. */
const readDecimals = 15

/** A float after it was written. */
export function writtenFloat(value: number | PyFloat): number | PyFloat {
  const number = Number(value)
  if (!Number.isFinite(number) || Math.abs(number) >= 1e16) return pyFloat(number)
  return pyFloat(Number(number.toFixed(decimals)) + 0)
}

/** A float after it was written and read again. */
function reread(value: number | PyFloat): number | PyFloat {
  return readFloat(floatRepr(writtenFloat(value)))
}

/** A value of a column of JSON values: all floats in it were written and read. */
export function rereadValue(value: unknown): unknown {
  if (isFloat(value)) return reread(value)
  if (Array.isArray(value)) return value.map(rereadValue)
  if (!isDict(value)) return value
  return dictFromEntries(dictKeys(value).map(key => [key, rereadValue(dictGet(value, key))] as const))
}

/** A text in a column of JSON values: what it says if it is JSON itself, else the text. */
export function readText(text: string): unknown {
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/gu, '')
  if (trimmed === 'NaN') return null
  if (trimmed === 'Infinity') return Number.POSITIVE_INFINITY
  if (trimmed === '-Infinity') return Number.NEGATIVE_INFINITY
  const number = /^(-?)(\d+)(\.\d*)?([eE][+-]?\d*)?$/u.exec(trimmed)
  if (number !== null) return readNumber(trimmed, text)
  if (!/^(?:["[{]|true$|false$|null$)/u.test(trimmed)) return text
  try {
    return rereadParsed(parseJson(trimmed))
  } catch {
    return text
  }
}

function rereadParsed(value: unknown): unknown {
  if (isFloat(value)) return readFloat(floatRepr(value))
  if (Array.isArray(value)) return value.map(rereadParsed)
  if (!isDict(value)) return value
  return dictFromEntries(dictKeys(value).map(key => [key, rereadParsed(dictGet(value, key))] as const))
}

function readNumber(trimmed: string, text: string): unknown {
  if (/[.eE]/u.test(trimmed)) return readFloat(trimmed)
  const int = BigInt(trimmed.replace(/^-?/u, '')) * (trimmed.startsWith('-') ? -1n : 1n)
  return int > 2n ** 64n - 1n || int < -(2n ** 63n) ? text : pyInt(int)
}

function readFloat(text: string): number | PyFloat {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d*))?$/u.exec(text)
  if (match === null) return pyFloat(Number(text))
  const [, sign, whole = '0', fraction = '', exponent = ''] = match
  const read = fraction.slice(0, readDecimals)
  const size =
    Number(whole) + Number(read === '' ? '0' : read) * Number(`1e-${read === '' ? 0 : read.length}`)
  const power = exponent === '' || /^[+-]$/u.test(exponent) ? 0 : Number(exponent)
  return pyFloat((sign === '-' ? -1 : 1) * size * 10 ** power)
}
