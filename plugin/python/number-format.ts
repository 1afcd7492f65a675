/** Python `'%.{digits}f' % value`: exact decimal digits, ties to even. */
export function fixedText(value: number, digits: number): string {
  if (!Number.isFinite(value)) return special(value)
  const [sign, numerator, denominator] = fraction(value)
  const scaled = divideHalfEven(numerator * 10n ** BigInt(limited(digits)), denominator)
  const text = String(scaled).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return sign + (digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`)
}

/** Python `'%.{digits}e' % value`. */
export function exponentText(value: number, digits: number): string {
  if (!Number.isFinite(value)) return special(value)
  const { sign, figures, exponent } = significant(value, digits + 1)
  const mantissa = digits === 0 ? figures : `${figures[0]}.${figures.slice(1)}`
  return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Python `'%.{digits}g' % value`. */
export function generalText(value: number, digits: number): string {
  if (!Number.isFinite(value)) return special(value)
  const precision = Math.max(1, digits)
  const { exponent } = significant(value, precision)
  if (exponent >= -4 && exponent < precision) {
    const text = fixedText(value, precision - 1 - exponent)
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text
  }
  return exponentText(value, precision - 1).replace(/\.?0+e/, 'e')
}

function special(value: number): string {
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
}

function limited(digits: number): number {
  if (digits > 2000) throw new RangeError('a number format asks for more than 2000 digits')
  return digits
}

function significant(value: number, count: number): { sign: string; figures: string; exponent: number } {
  const [sign, numerator, denominator] = fraction(value)
  if (numerator === 0n) return { sign, figures: '0'.repeat(limited(count)), exponent: 0 }
  let exponent = Number(Math.abs(value).toExponential().split('e')[1])
  // The shortest digits may round up to the next power of ten, which the exact value has not reached.
  const reached =
    exponent >= 0
      ? numerator >= denominator * 10n ** BigInt(exponent)
      : numerator * 10n ** BigInt(-exponent) >= denominator
  if (!reached) exponent -= 1
  const shift = limited(count) - 1 - exponent
  const scaled =
    shift >= 0
      ? divideHalfEven(numerator * 10n ** BigInt(shift), denominator)
      : divideHalfEven(numerator, denominator * 10n ** BigInt(-shift))
  const figures = String(scaled)
  return figures.length > count
    ? { sign, figures: figures.slice(0, count), exponent: exponent + 1 }
    : { sign, figures, exponent }
}

/**
 * Python `round(value, digits)` of a float: the decimal nearest to the exact value, ties to even; negative digits round
 * before the point. Infinities and NaN stay.
 */
export function roundFloat(value: number, digits = 0): number {
  if (!Number.isFinite(value) || digits > 323) return value
  if (digits >= 0) return Number(fixedText(value, digits))
  const [sign, numerator, denominator] = fraction(value)
  const unit = 10n ** BigInt(-digits)
  const rounded = divideHalfEven(numerator, denominator * unit) * unit
  return sign === '-' ? -Number(rounded) : Number(rounded)
}

/** The exact value of a double as a quotient of two integers. */
export function fraction(value: number): [sign: string, numerator: bigint, denominator: bigint] {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  let mantissa = Math.abs(value)
  let power = 0
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    power++
  }
  return [sign, BigInt(mantissa), 1n << BigInt(power)]
}

/** Integer quotient, rounded to the nearest, ties to even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) return quotient + 1n
  return quotient
}
