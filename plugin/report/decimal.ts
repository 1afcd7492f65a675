import { floatRepr, type PyFloat, strip } from '../python/index.ts'

/** A number as Python's `Decimal` keeps it: `(-1)^negative * coefficient * 10^exponent`. */
export interface Decimal {
  negative: boolean
  coefficient: bigint
  exponent: number
}

const grammar = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/
const otherDigit = /\p{Nd}/gu

/** Reads what Python's `Decimal(text)` reads; undefined for anything else, infinities and NaN among it. */
export function parseDecimal(text: string): Decimal | undefined {
  const ascii = strip(text).replaceAll('_', '').replace(otherDigit, digitOf)
  const match = grammar.exec(ascii)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', bare = '', exponent = '0'] = match
  const decimals = fraction + bare
  return {
    negative: sign === '-',
    coefficient: BigInt(whole + decimals || '0'),
    exponent: Number(exponent) - decimals.length,
  }
}

/** The decimal that `Decimal(repr(value))` is. */
export function decimalOf(value: number | PyFloat): Decimal {
  return parseDecimal(floatRepr(value)) as Decimal
}

/** The value as an integer, cut towards zero. */
export function truncate({ negative, coefficient, exponent }: Decimal): bigint {
  const size = exponent >= 0 ? coefficient * 10n ** BigInt(exponent) : coefficient / 10n ** BigInt(-exponent)
  return negative ? -size : size
}

/** Whether the double nearest to the value is integral. */
export function isIntegral(value: Decimal): boolean {
  return Number.isInteger(toNumber(value))
}

export function toNumber({ negative, coefficient, exponent }: Decimal): number {
  return Number(`${negative ? '-' : ''}${coefficient}e${exponent}`)
}

/** The value with a fixed number of decimals, rounded half to even. */
export function formatFixed({ negative, coefficient, exponent }: Decimal, decimals: number): string {
  const shift = exponent + decimals
  const scaled =
    shift >= 0 ? coefficient * 10n ** BigInt(shift) : divideHalfEven(coefficient, 10n ** BigInt(-shift))
  const digits = String(scaled).padStart(decimals + 1, '0')
  const split = digits.length - decimals
  return `${negative ? '-' : ''}${digits.slice(0, split)}${decimals > 0 ? '.' : ''}${digits.slice(split)}`
}

function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  const twice = (value % divisor) * 2n
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n)
  return up ? quotient + 1n : quotient
}

/** Digits of other scripts stand in runs of ten that begin with their zero. */
function digitOf(digit: string): string {
  let codePoint = digit.codePointAt(0) as number
  if (codePoint < 0x80) return digit
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - 1))) {
    codePoint -= 1
    value += 1
  }
  return String(value % 10)
}
