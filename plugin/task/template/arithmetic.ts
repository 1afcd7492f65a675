import { asNumber } from '../../python/equality.ts'
import { fraction, isFloat, PyTuple, pyFloat, pyInt } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { escapeHtml } from './html.ts'
import { percentFormat } from './percent-format.ts'
import { bigNumberSteps, spendValue } from './spend-value.ts'
import { isText, Markup, MissingElse, toText, typeName, Undefined } from './values.ts'

/** Python's binary operators. @throws Fault where the types do not fit, for undefined values, and for division by zero. */
export function binary(operator: string, a: unknown, b: unknown, budget: Budget): unknown {
  if (typeof a === 'number' && typeof b === 'number' && Number.isInteger(a) && Number.isInteger(b)) {
    const small = smallInts(operator, a, b)
    if (small !== undefined) return small
  }
  if (a instanceof Undefined) a.fail()
  if (b instanceof Undefined && !(b instanceof MissingElse && operator === '%' && isText(a))) b.fail()
  const x = asNumber(a)
  const y = asNumber(b)
  if (x !== undefined && y !== undefined) {
    if (!isFloat(a) && !isFloat(b)) {
      budget.spend(bigNumberSteps)
      return integers(operator, BigInt(x), BigInt(y))
    }
    return floats(operator, toDouble(x), toDouble(y))
  }
  if (operator === '+') return sum(a, b, budget)
  if (operator === '*') return y === undefined ? repeat(b, a, budget) : repeat(a, b, budget)
  if (operator === '%' && isText(a)) {
    spendValue(b, budget)
    if (!(a instanceof Markup)) return percentFormat(a, b, budget)
    return new Markup(percentFormat(a.text, b, budget, value => escapeHtml(value, budget)))
  }
  return unsupported(operator, a, b)
}

function unsupported(operator: string, a: unknown, b: unknown): never {
  throw new Fault(`'${operator}' does not work on a ${typeName(a)} and a ${typeName(b)}`)
}

function smallInts(operator: string, a: number, b: number): number | undefined {
  const result = operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : Number.NaN
  return Number.isSafeInteger(result) && Number.isSafeInteger(a) && Number.isSafeInteger(b)
    ? result
    : undefined
}

function integers(operator: string, a: bigint, b: bigint): unknown {
  switch (operator) {
    case '+':
      return pyInt(a + b)
    case '-':
      return pyInt(a - b)
    case '*':
      requireSize(bits(a) + bits(b))
      return pyInt(a * b)
    case '**':
      if (b < 0n) return power(toDouble(pyInt(a)), Number(b))
      requireSize(bits(a) * Number(b))
      return pyInt(a ** b)
  }
  if (b === 0n) throw new Fault('division by zero')
  if (operator === '/') return pyFloat(quotient(a, b))
  const rest = ((a % b) + b) % b
  return pyInt(operator === '%' ? rest : (a - rest) / b)
}

function bits(value: bigint): number {
  return value === 0n || value === 1n || value === -1n ? 1 : value.toString(16).length * 4
}

function requireSize(size: number): void {
  if (size > 20_000) throw new Fault('it makes a number of more than 20000 bits')
}

/** The double nearest to a number. @throws Fault where it is too large for one. */
export function toDouble(value: number | bigint): number {
  const double = Number(value)
  if (typeof value === 'bigint' && !Number.isFinite(double))
    throw new Fault('an int is too large for a float')
  return double
}

function floats(operator: string, a: number, b: number): unknown {
  switch (operator) {
    case '+':
      return pyFloat(a + b)
    case '-':
      return pyFloat(a - b)
    case '*':
      return pyFloat(a * b)
    case '**':
      return power(a, b)
  }
  if (b === 0) throw new Fault('division by zero')
  if (operator === '/') return pyFloat(a / b)
  let rest = a % b
  if (rest !== 0 && rest < 0 !== b < 0) rest += b
  if (operator === '%') return pyFloat(rest === 0 ? (b < 0 ? -0 : 0) : rest)
  // CPython rounds the exact quotient of what the remainder leaves, and gives a zero the sign of the true quotient
  const whole = (a - rest) / b
  const floor = Math.floor(whole)
  const nearest = whole - floor > 0.5 ? floor + 1 : floor
  return pyFloat(nearest === 0 ? Math.sign(a) * Math.sign(b) * 0 : nearest)
}

/**
 * A power of floats. JavaScript's own is off in the last digits, so whole exponents are computed exactly and rounded once;
 * of the other exponents only the square root has an exact counterpart.
 */
function power(a: number, b: number): unknown {
  if (a === 0 && b < 0) throw new Fault('zero cannot be raised to a negative power')
  if (b === 0 || a === 1) return pyFloat(1)
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0) return pyFloat(a ** b)
  if (b === 0.5 && a > 0) return pyFloat(Math.sqrt(a))
  if (!Number.isInteger(b)) throw new Fault('only whole exponents and 0.5 are supported')
  const [sign, numerator, denominator] = fraction(a)
  const exponent = Math.abs(b)
  requireSize(Math.max(bits(numerator), bits(denominator)) * exponent)
  const [up, down] = [numerator ** BigInt(exponent), denominator ** BigInt(exponent)]
  const size = b > 0 ? quotient(up, down) : quotient(down, up)
  if (!Number.isFinite(size)) throw new Fault('the power is too large')
  return pyFloat(sign === '-' && exponent % 2 === 1 ? -size : size)
}

/** The double nearest to the quotient of two integers. @throws Fault where it is too large for a double. */
function quotient(a: bigint, b: bigint): number {
  const negative = a < 0n !== b < 0n
  const [up, down] = [a < 0n ? -a : a, b < 0n ? -b : b]
  // 70 bits behind the first and a sticky last bit: converting that rounds as the exact quotient does
  const shift = Math.max(0, 70 - bits(up) + bits(down))
  const scaled = (up << BigInt(shift)) / down
  const exact = scaled * down === up << BigInt(shift)
  const size =
    Number(exact ? scaled : scaled | 1n) / 2 ** Math.min(shift, 1000) / 2 ** Math.max(0, shift - 1000)
  if (!Number.isFinite(size)) throw new Fault('the quotient of two ints is too large for a float')
  return negative ? -size : size
}

function sum(a: unknown, b: unknown, budget: Budget): unknown {
  if (typeof a === 'string' && typeof b === 'string') {
    budget.spendText(a.length + b.length)
    return a + b
  }
  if (isText(a) && isText(b)) return new Markup(escapeHtml(a, budget) + escapeHtml(b, budget))
  if (Array.isArray(a) && Array.isArray(b) && a instanceof PyTuple === b instanceof PyTuple) {
    budget.spend(a.length + b.length)
    return a instanceof PyTuple ? PyTuple.fromItems([...a, ...b]) : [...a, ...b]
  }
  return unsupported('+', a, b)
}

/** Python counts the items of a sequence in 64 bits. */
const maxIndex = 2n ** 63n

function repeat(sequence: unknown, count: unknown, budget: Budget): unknown {
  const number = asNumber(count)
  if (number === undefined || isFloat(count)) return unsupported('*', sequence, count)
  if (number >= maxIndex || number < -maxIndex) throw new Fault('nothing can be repeated that often')
  const times = Math.max(0, Number(number))
  if (isText(sequence)) {
    const text = toText(sequence)
    budget.spendText(text.length * times)
    const repeated = text.repeat(text === '' ? 0 : times)
    return sequence instanceof Markup ? new Markup(repeated) : repeated
  }
  if (!Array.isArray(sequence)) return unsupported('*', sequence, count)
  budget.spend(sequence.length * times)
  const items: unknown[] = []
  if (sequence.length > 0)
    for (let turn = 0; turn < times; turn++) for (const item of sequence) items.push(item)
  return sequence instanceof PyTuple ? PyTuple.fromItems(items) : items
}

/** Python's signs. */
export function signed(operator: '-' | '+', value: unknown): unknown {
  if (value instanceof Undefined) value.fail()
  const number = asNumber(value)
  if (number === undefined) throw new Fault(`'${operator}' does not work on a ${typeName(value)}`)
  if (isFloat(value)) return pyFloat(operator === '-' ? -Number(number) : Number(number))
  if (typeof number === 'bigint') return operator === '-' ? pyInt(-number) : number
  return operator === '-' && number !== 0 ? -number : number
}
