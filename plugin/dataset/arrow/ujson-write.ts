import { dictGet, dictKeys, isDict, isFloat, pyFloat, rememberKeyOrder, setOwn } from '../../python/index.ts'
import { readUjson, rereadFloat } from './ujson-read.ts'

// The JSON of pandas, through which the `json` loader passes values of mixed types, keeps ten decimals and knows no NaN.
const decimals = 10
const scale = 10 ** decimals

/** A float as this JSON writes it; undefined for NaN and the infinities, which it writes as null. */
export function floatText(float: number): string | undefined {
  if (!Number.isFinite(float)) return undefined
  const sign = float < 0 ? '-' : ''
  const value = Math.abs(float)
  if (value > 1e16 - 1 || (value !== 0 && value < 1e-15)) return sign + exponentText(value)
  let whole = Math.trunc(value)
  const scaled = (value - whole) * scale
  let fraction = Math.trunc(scaled)
  const rest = scaled - fraction
  if (rest > 0.5 || (rest === 0.5 && (fraction === 0 || fraction % 2 === 1))) fraction += 1
  if (fraction >= scale) {
    fraction = 0
    whole += 1
  }
  const digits = String(fraction).padStart(decimals, '0').replace(/0+$/, '')
  return `${sign}${whole}.${digits || '0'}`
}

/** C's `%.10g` of a number that takes an exponent. */
function exponentText(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(decimals - 1).split('e')
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa
  const digits = exponent.slice(1).padStart(2, '0')
  return `${short}e${exponent[0]}${digits}`
}

/** A float as Arrow reads it from this JSON; null where it was not finite. */
function arrowFloat(float: number): unknown {
  const text = floatText(rereadFloat(float))
  return text === undefined ? null : pyFloat(Number(text))
}

/**
 * A value of a row that was written as this JSON and read by Arrow: floats lose decimals, NaN and the infinities become
 * null.
 */
export function rewritten(value: unknown): unknown {
  return mapFloats(value, arrowFloat)
}

/** A value written as this JSON and read as such again: as {@link rewritten}, in the reader's inexact arithmetic. */
export function throughUjson(value: unknown): unknown {
  return mapFloats(value, float => {
    const text = floatText(rereadFloat(float))
    return text === undefined ? null : readUjson(text)
  })
}

function mapFloats(value: unknown, map: (float: number) => unknown): unknown {
  if (typeof value === 'string') return value
  if (isFloat(value)) return map(Number(value))
  if (Array.isArray(value)) return value.map(item => mapFloats(item, map))
  if (!isDict(value)) return value
  const object: Record<string, unknown> = {}
  const keys = dictKeys(value) as string[]
  for (const key of keys) setOwn(object, key, mapFloats(dictGet(value, key), map))
  rememberKeyOrder(object, keys)
  return object
}
