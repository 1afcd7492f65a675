import {
  divideHalfEven,
  fixedText,
  isFloat,
  isInt,
  isNumber,
  pyFloat,
  pyInt,
  strip,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import { binary, signed } from '../arithmetic.ts'
import { ordered } from '../compare.ts'
import { Fault, JinjaFault } from '../fault.ts'
import { isText, toText, typeName, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'

/** Filters that make numbers. */
export const numberFilters: [string, Filter][] = [
  [
    'abs',
    (value, args) => {
      bind('abs', args, [])
      if (value instanceof Undefined) value.mistyped()
      return ordered('<', value, 0) || Object.is(Number(value), -0) ? signed('-', value) : signed('+', value)
    },
  ],
  [
    'int',
    (value, args) => {
      const [fallback, base] = bind('int', args, ['default', 'base'])
      return toInt(value, intArgument('int', base, 10)) ?? fallback ?? 0
    },
  ],
  [
    'float',
    (value, args) => {
      const [fallback] = bind('float', args, ['default'])
      return toFloat(value) ?? fallback ?? pyFloat(0)
    },
  ],
  [
    'round',
    (value, args, budget) => {
      const [digits, method] = bind('round', args, ['precision', 'method'])
      const precision = intArgument('round', digits, 0)
      const way = method === undefined ? 'common' : textArgument('round', method)
      if (way === 'common') return rounded(value, precision)
      if (way !== 'ceil' && way !== 'floor') throw new JinjaFault("round's method is common, ceil or floor")
      const scale = binary('**', 10, precision, budget)
      const scaled = binary('*', value, scale, budget)
      if (isText(scaled) || !isNumber(scaled))
        throw new Fault(`round needs a number, not a ${typeName(value)}`)
      return binary('/', isInt(scaled) ? scaled : whole(Number(scaled), way), scale, budget)
    },
  ],
  [
    'filesizeformat',
    (value, args) => {
      const [binaryUnits] = bind('filesizeformat', args, ['binary'])
      const bytes = toFloat(value)
      if (bytes === undefined) throw new Fault('filesizeformat needs a number')
      return fileSize(Number(bytes), binaryUnits === true)
    },
  ],
]

function whole(value: number, way: 'ceil' | 'floor'): number | bigint {
  if (!Number.isFinite(value)) throw new Fault(`round cannot take the ${way} of ${value}`)
  return pyInt(BigInt(way === 'ceil' ? Math.ceil(value) : Math.floor(value)))
}

const intLiteral = /^[-+]?\d+(?:_\d+)*$/
const floatLiteral =
  /^[-+]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?|inf(?:inity)?|nan)$/i

/** Digits of any script as ASCII digits. */
function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    let zero = digit.codePointAt(0) as number
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) as number) - zero < 9)
      zero--
    return String((digit.codePointAt(0) as number) - zero)
  })
}

/** What Python's `int()` makes of the value, truncating a float in text as well; undefined where it cannot. */
function toInt(value: unknown, base: number): unknown {
  if (value instanceof Undefined) value.fail()
  if (typeof value === 'boolean') return Number(value)
  if (isInt(value)) return value
  if (isText(value)) {
    const text = asciiDigits(strip(toText(value)))
    const whole =
      base === 10
        ? intLiteral.test(text)
          ? BigInt(text.replaceAll('_', '').replace('+', ''))
          : undefined
        : inBase(text, base)
    if (whole !== undefined) return pyInt(whole)
  }
  const float = toFloat(value)
  if (float === undefined || Number.isNaN(Number(float))) return undefined
  if (Number.isFinite(Number(float))) return pyInt(BigInt(Math.trunc(Number(float))))
  if (isFloat(value)) throw new Fault('an infinite float is no int')
  return undefined
}

const prefixes: Record<number, RegExp> = { 2: /^0b_?/i, 8: /^0o_?/i, 16: /^0x_?/i }

function inBase(text: string, base: number): bigint | undefined {
  const match = /^([-+]?)(.*)$/s.exec(text.toLowerCase())
  const [, sign = '', rest = ''] = match ?? []
  let radix = base
  let body = rest
  if (base === 0) radix = Number(Object.keys(prefixes).find(key => prefixes[Number(key)]?.test(rest)) ?? 10)
  body = body.replace(prefixes[radix] ?? /^$/, '')
  if (radix < 2 || radix > 36 || !/^[\da-z]+(?:_[\da-z]+)*$/.test(body)) return undefined
  if (base === 0 && radix === 10 && /^0[\d_]*[1-9]/.test(body)) return undefined
  let total = 0n
  for (const digit of body.replaceAll('_', '')) {
    const number = Number.parseInt(digit, 36)
    if (number >= radix) return undefined
    total = total * BigInt(radix) + BigInt(number)
  }
  return sign === '-' ? -total : total
}

/** What Python's `float()` makes of the value; undefined where it cannot. */
function toFloat(value: unknown): unknown {
  if (value instanceof Undefined) value.fail()
  if (typeof value === 'boolean') return pyFloat(Number(value))
  if (isNumber(value)) {
    const double = Number(value)
    if (typeof value === 'bigint' && !Number.isFinite(double))
      throw new Fault('an int is too large for a float')
    return pyFloat(double)
  }
  if (!isText(value)) return undefined
  const text = asciiDigits(strip(toText(value)))
    .replaceAll('+', '')
    .replaceAll('_', '')
  if (!floatLiteral.test(asciiDigits(strip(toText(value))))) return undefined
  if (/nan/i.test(text)) return Number.NaN
  if (/inf/i.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return pyFloat(Number(text))
}

/** Python `round(value, digits)`: correctly rounded, ties to even. */
function rounded(value: unknown, digits: number): unknown {
  if (value instanceof Undefined) value.mistyped()
  const number = typeof value === 'boolean' ? Number(value) : value
  if (!isNumber(number)) throw new Fault(`round needs a number, not a ${typeName(value)}`)
  if (digits > 300) return number
  if (isInt(number)) {
    if (digits >= 0) return number
    const unit = 10n ** BigInt(Math.min(-digits, 400))
    const int = BigInt(number)
    const size = divideHalfEven(int < 0n ? -int : int, unit) * unit
    return pyInt(int < 0n ? -size : size)
  }
  const double = Number(number)
  if (!Number.isFinite(double)) return number
  if (digits >= 0) return pyFloat(Number(fixedText(double, digits)))
  const unit = 10 ** -digits
  const size = Number(divideHalfEven(BigInt(Math.trunc(Math.abs(double) * 2)), BigInt(unit) * 2n)) * unit
  return pyFloat(double < 0 ? -size : size)
}

function fileSize(bytes: number, binaryUnits: boolean): string {
  const base = binaryUnits ? 1024 : 1000
  if (bytes === 1) return '1 Byte'
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`
  const units = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'].map(unit =>
    binaryUnits ? `${unit.toUpperCase()}iB` : `${unit}B`,
  )
  const index = units.findIndex((_, at) => bytes < base ** (at + 2))
  const at = index < 0 ? units.length - 1 : index
  return `${fixedText((base * bytes) / base ** (at + 2), 1)} ${units[at]}`
}
