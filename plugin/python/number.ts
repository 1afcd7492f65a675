/**
 * A Python float with an integral value, such as `1.0`. JavaScript cannot tell `1.0` from `1`, Python prints them
 * differently; so integral JavaScript numbers stand for Python ints, all other numbers for Python floats, and this class
 * for the floats in between. Arithmetic and `JSON.stringify` treat it as the number it holds.
 */
export class PyFloat extends Number {}

/** A Python float of the given value: a {@link PyFloat} where the value is integral, else the number itself. */
export function pyFloat(value: number): number | PyFloat {
  return Number.isInteger(value) ? new PyFloat(value) : value
}

/** A Python int of the given value: a number where it is exact as one, else the bigint itself. */
export function pyInt(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value
}

/** Python `type(value) is int`: integral numbers and bigints, not booleans. */
export function isInt(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

/** Python `type(value) is float`: {@link PyFloat}, non-integral numbers, infinities and NaN. */
export function isFloat(value: unknown): value is number | PyFloat {
  return value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value))
}

/** An int or a float, not a boolean. */
export function isNumber(value: unknown): value is number | bigint | PyFloat {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat
}

/**
 * Python `repr(float)`: the shortest digits that read back as the same double, with an exponent below 1e-4 and from
 * 1e16 on, and with `.0` where there is no fraction.
 */
export function floatRepr(value: number | PyFloat): string {
  const number = Number(value)
  if (Number.isNaN(number)) return 'nan'
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf'
  const sign = number < 0 || Object.is(number, -0) ? '-' : ''
  const [mantissa = '0', exponentText = '0'] = Math.abs(number).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    const magnitude = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${magnitude}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

/** Python `repr(int)`: all digits, whatever the size. */
export function intRepr(value: number | bigint): string {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(BigInt(value)) : String(value)
}
