import { exponentText, floatRepr, generalText, isInt, pyInt } from '../../python/index.ts'
import { toDouble } from './arithmetic.ts'
import { Fault } from './fault.ts'
import { floatText, keepingPoint } from './float-text.ts'
import type { FormatSpec } from './format-spec.ts'
import { intText } from './int-text.ts'

/** A number's parts, as padding and grouping see them. */
export interface NumberParts {
  negative: boolean
  /** `0x` and its like. */
  prefix: string
  /** The digits before the point. */
  digits: string
  /** The point, and what is behind it. */
  rest: string
}

/** The parts of a number by Python's format specification. @throws Fault where the specification does not suit it. */
export function numberParts(value: number | bigint | { valueOf(): number }, spec: FormatSpec): NumberParts {
  const { kind } = spec
  if (spec.grouping !== undefined) requireGroupable(spec)
  if (isInt(value) && (kind === undefined || 'dnxXobc'.includes(kind))) return intParts(value, spec)
  const double = toDouble(typeof value === 'bigint' ? value : Number(value))
  const [, sign = '', digits = '', rest = ''] = /^(-?)([0-9]*)(.*)$/s.exec(floatBody(double, spec)) ?? []
  return { negative: sign !== '', prefix: '', digits, rest }
}

function requireGroupable({ kind, grouping }: FormatSpec): void {
  const suits = kind === undefined || (grouping === '_' && 'xXob'.includes(kind)) || 'deEfFgG%'.includes(kind)
  if (!suits) throw new Fault(`the format kind '${kind}' takes no '${grouping}'`)
}

const radices: Record<string, number> = { x: 16, X: 16, o: 8, b: 2 }

function intParts(
  value: number | bigint,
  { kind = 'd', precision, sign, alternate }: FormatSpec,
): NumberParts {
  if (precision !== undefined) throw new Fault('an int takes no precision')
  const int = BigInt(value)
  const size = int < 0n ? -int : int
  const parts = { negative: int < 0n, prefix: '', rest: '' }
  if (kind === 'c') {
    if (sign !== undefined || alternate) throw new Fault("the format kind 'c' takes no sign and no '#'")
    if (int < 0n || int > 0x10ffffn) throw new Fault('there is no character with that number')
    return { ...parts, digits: '', rest: String.fromCodePoint(Number(int)) }
  }
  const radix = radices[kind]
  if (radix === undefined) return { ...parts, digits: intText(pyInt(size)) }
  const digits = size.toString(radix)
  return {
    ...parts,
    prefix: alternate ? `0${kind}` : '',
    digits: kind === 'X' ? digits.toUpperCase() : digits,
  }
}

function floatBody(value: number, { kind, precision, alternate }: FormatSpec): string {
  switch (kind) {
    case undefined:
      if (precision !== undefined) return withFraction(value, precision, alternate)
      return alternate && Number.isFinite(value) ? keepingPoint(floatRepr(value)) : floatRepr(value)
    case 'n':
      return floatText(value, 'g', precision ?? 6, alternate)
    case '%':
      return `${floatText(value * 100, 'f', precision ?? 6, alternate)}%`
  }
  if (!'eEfFgG'.includes(kind)) throw new Fault(`the format kind '${kind}' does not suit a float`)
  return floatText(value, kind, precision ?? 6, alternate)
}

/** A float with a precision and no kind: like `g`, but without an exponent it has a digit behind the point. */
function withFraction(value: number, precision: number, alternate: boolean): string {
  if (!Number.isFinite(value)) return generalText(value, precision)
  const figures = Math.max(1, precision)
  const scientific = exponentText(value, figures - 1)
  const [mantissa = '', power = '0'] = scientific.split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= figures - 1) {
    if (alternate) return keepingPoint(scientific)
    const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa
    return `${short}e${power}`
  }
  const text = generalText(value, figures)
  if (alternate) return keepingPoint(text, figures)
  return text.includes('.') ? text : `${text}.0`
}
