import {
  divideHalfEven,
  fixedText,
  isFloat,
  isInt,
  isNumber,
  pyFloat,
  pyInt,
  roundFloat,
  strip,
} from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import { binary, signed } from '../arithmetic.ts'
import type { Budget } from '../budget.ts'
import { ordered } from '../compare.ts'
import { Fault, JinjaFault } from '../fault.ts'
import { maxDigits } from '../int-text.ts'
import { bigNumberSteps } from '../spend-value.ts'
import { isText, toText, typeName, Undefined } from '../values.ts'
import type { Filter } from './filter.ts'

/** Filters that make numbers. */
export const numberFilters: [string, Filter][] = [
  [
    'abs',
    (value, args, budget) => {
      bind('abs', args, [])
      if (value instanceof Undefined) value.mistyped()
      return ordered('<', value, 0, budget) || Object.is(Number(value), -0)
        ? signed('-', value)
        : signed('+', value)
    },
  ],
  [
    'int',
    (value, args, budget) => {
      const [fallback, base] = bind('int', args, ['default', 'base'])
      return firstOf(toInt(value, intArgument('int', base, 10), budget), fallback, 0)
    },
  ],
  [
    'float',
    (value, args, budget) => {
      const [fallback] = bind('float', args, ['default'])
      return firstOf(toFloat(value, budget), fallback, pyFloat(0))
    },
  ],
  [
    'round',
    (value, args, budget) => {
      const [digits, method] = bind('round', args, ['precision', 'method'])
      const precision = intArgument('round', digits, 0)
      const way = method === undefined ? 'common' : textArgument('round', method)
      budget.spend(bigNumberSteps)
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
    (value, args, budget) => {
      const [binaryUnits] = bind('filesizeformat', args, ['binary'])
      const bytes = toFloat(value, budget)
      if (bytes === undefined) throw new Fault('filesizeformat needs a number')
      return fileSize(Number(bytes), binaryUnits === true)
    },
  ],
]

/** The first of the values that is given, be it None. */
function firstOf(...values: unknown[]): unknown {
  return values.find(value => value !== undefined)
}

function whole(value: number, way: 'ceil' | 'floor'): number | bigint {
  if (!Number.isFinite(value)) throw new Fault(`round cannot take the ${way} of ${value}`)
  return pyInt(BigInt(way === 'ceil' ? Math.ceil(value) : Math.floor(value)))
}

const intLiteral = /^[-+]?\d+(?:_\d+)*$/
const floatLiteral =
  /^[-+]?(?:(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?|inf(?:inity)?|nan)$/i

/** A text as numbers are written in: no white space around it, digits of any script as ASCII digits. */
function numeral(value: unknown, budget: Budget): string {
  const text = toText(value)
  budget.spendScan(text.length)
  return strip(text).replace(/(?![0-9])\p{Nd}/gu, digit => {
    budget.spend(4)
    let zero = digit.codePointAt(0) as number
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) as number) - zero < 9)
      zero--
    return String((digit.codePointAt(0) as number) - zero)
  })
}

/** What Python's `int()` makes of the value, truncating a float in text as well; undefined where it cannot. */
function toInt(value: unknown, base: number, budget: Budget): unknown {
  if (value instanceof Undefined) value.fail()
  if (typeof value === 'boolean') return Number(value)
  if (isInt(value)) return value
  if (isText(value)) {
    const text = numeral(value, budget)
    const whole = base === 10 && intLiteral.test(text) ? decimal(text) : inBase(text, base, budget)
    if (whole !== undefined) return pyInt(whole)
  }
  const float = toFloat(value, budget)
  if (float === undefined || Number.isNaN(Number(float))) return undefined
  if (Number.isFinite(Number(float))) return pyInt(BigInt(Math.trunc(Number(float))))
  if (isFloat(value)) throw new Fault('an infinite float is no int')
  return undefined
}

/** Undefined for more digits than Python reads. */
function decimal(text: string): bigint | undefined {
  const digits = text.replaceAll('_', '').replace('+', '')
  return digits.replace('-', '').length > maxDigits ? undefined : BigInt(digits)
}

const prefixes: Record<number, RegExp> = { 2: /^0b_?/i, 8: /^0o_?/i, 16: /^0x_?/i }
const maxBits = 20_000

function inBase(text: string, base: number, budget: Budget): bigint | undefined {
  const match = /^([-+]?)(.*)$/s.exec(text.toLowerCase())
  const [, sign = '', rest = ''] = match ?? []
  let radix = base
  let body = rest
  if (base === 0) radix = Number(Object.keys(prefixes).find(key => prefixes[Number(key)]?.test(rest)) ?? 10)
  body = body.replace(prefixes[radix] ?? /^$/, '')
  if (radix < 2 || radix > 36 || !/^[\da-z]+(?:_[\da-z]+)*$/.test(body)) return undefined
  if (base === 0 && radix === 10 && /^0[\d_]*[1-9]/.test(body)) return undefined
  const digits = body.replaceAll('_', '')
  const powerOfTwo = (radix & (radix - 1)) === 0
  if (!powerOfTwo && digits.length > maxDigits) return undefined
  if (digits.length * Math.log2(radix) > maxBits)
    throw new Fault(`int makes no number of more than ${maxBits} bits`)
  budget.spend(digits.length)
  let total = 0n
  for (const digit of digits) {
    const number = Number.parseInt(digit, 36)
    if (number >= radix) return undefined
    total = total * BigInt(radix) + BigInt(number)
  }
  return sign === '-' ? -total : total
}

/** What Python's `float()` makes of the value; undefined where it cannot. */
function toFloat(value: unknown, budget: Budget): unknown {
  if (value instanceof Undefined) value.fail()
  if (typeof value === 'boolean') return pyFloat(Number(value))
  if (isNumber(value)) {
    const double = Number(value)
    if (typeof value === 'bigint' && !Number.isFinite(double))
      throw new Fault('an int is too large for a float')
    return pyFloat(double)
  }
  if (!isText(value)) return undefined
  const written = numeral(value, budget)
  if (!floatLiteral.test(written)) return undefined
  const text = written.replaceAll('+', '').replaceAll('_', '')
  if (/nan/i.test(text)) return Number.NaN
  if (/inf/i.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return pyFloat(Number(text))
}

/** Python `round(value, digits)`: correctly rounded, ties to even. */
function rounded(value: unknown, digits: number): unknown {
  if (value instanceof Undefined) value.mistyped()
  const number = typeof value === 'boolean' ? Number(value) : value
  if (!isNumber(number)) throw new Fault(`round needs a number, not a ${typeName(value)}`)
  if (!isInt(number)) return pyFloat(roundFloat(Number(number), Math.max(digits, -400)))
  if (digits >= 0) return number
  const int = BigInt(number)
  const size = int < 0n ? -int : int
  const unit = 10n ** BigInt(Math.min(-digits, String(size).length + 1))
  const whole = divideHalfEven(size, unit) * unit
  return pyInt(int < 0n ? -whole : whole)
}

function fileSize(bytes: number, binaryUnits: boolean): string {
  const base = binaryUnits ? 1024 : 1000
  if (bytes === 1) return '1 Byte'
  if (bytes < base) return `${BigInt(Math.trunc(bytes))} Bytes`
  const units = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'].map(unit =>
    binaryUnits ? `${unit.toUpperCase()}iB` : `${unit}B`,
  )
  const index = units.findIndex((_, at) => bytes < base ** (at + 2))
  const at = index < 0 ? units.length - 1 : index
  return `${fixedText((base * bytes) / base ** (at + 2), 1)} ${units[at]}`
}
