import {
  codePoints,
  exponentText,
  fixedText,
  floatRepr,
  generalText,
  isFloat,
  isInt,
  isNumber,
  len,
  pyRepr,
  slice,
} from '../../python/index.ts'
import { attribute, item } from './access.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { type CallArguments, isText, MissingElse, toRepr, toText, typeName, Undefined } from './values.ts'

/** Python `template.format(*args, **kwargs)`. @throws Fault for malformed fields and missing arguments. */
export function formatText(template: string, args: CallArguments, budget: Budget): string {
  return new Formatter(args, budget).format(template, 2)
}

class Formatter {
  readonly #args: CallArguments
  readonly #budget: Budget
  #automatic = 0

  constructor(args: CallArguments, budget: Budget) {
    this.#args = args
    this.#budget = budget
  }

  format(template: string, depth: number): string {
    if (depth === 0) throw new Fault('format fields are nested too deep')
    let text = ''
    for (let at = 0; at < template.length; ) {
      const character = template[at] as string
      if (character === '{' || character === '}') {
        if (template[at + 1] === character) {
          text += character
          at += 2
          continue
        }
        if (character === '}') throw new Fault("a single '}' stands in the format")
        const end = fieldEnd(template, at + 1)
        text += this.#field(template.slice(at + 1, end), depth)
        at = end + 1
      } else {
        text += character
        at++
      }
    }
    this.#budget.spendText(text.length)
    return text
  }

  #field(field: string, depth: number): string {
    const match = /^((?:[^![:{}]|\[[^\]]*\])*)(?:!([\s\S]))?(?::([\s\S]*))?$/.exec(field)
    if (match === null) throw new Fault(`the format field {${field}} is malformed`)
    const [, name = '', conversion, spec = ''] = match
    let value = this.#value(name)
    if (conversion === 'r' || conversion === 'a') value = toRepr(value)
    else if (conversion === 's') value = toText(value)
    else if (conversion !== undefined) throw new Fault(`unknown conversion !${conversion}`)
    return formatValue(value, spec.includes('{') ? this.format(spec, depth - 1) : spec, this.#budget)
  }

  #value(name: string): unknown {
    const match = /^([^.[]*)((?:\.[^.[]+|\[[^\]]+\])*)$/.exec(name)
    if (match === null) throw new Fault(`the format field {${name}} is malformed`)
    const [, first = '', path = ''] = match
    let value = /^\d*$/.test(first) ? this.#positional(first) : this.#args.named.get(first)
    if (value === undefined) throw new Fault(`the format needs an argument '${first}'`)
    for (const [step] of path.matchAll(/\.[^.[]+|\[[^\]]+\]/g)) {
      const key = step.startsWith('.') ? step.slice(1) : step.slice(1, -1)
      const index = /^\d+$/.test(key) ? Number(key) : key
      value = step.startsWith('.') ? attribute(value, key, this.#budget) : item(value, index, this.#budget)
      if (value instanceof Undefined) value.fail()
    }
    return value
  }

  #positional(index: string): unknown {
    if (index === '') {
      if (this.#automatic < 0) throw new Fault('a format numbers either all of its fields or none')
      return this.#args.positional[this.#automatic++]
    }
    if (this.#automatic > 0) throw new Fault('a format numbers either all of its fields or none')
    this.#automatic = -1
    return this.#args.positional[Number(index)]
  }
}

function fieldEnd(template: string, start: number): number {
  let depth = 1
  for (let at = start; at < template.length; at++) {
    if (template[at] === '{') depth++
    else if (template[at] === '}' && --depth === 0) return at
  }
  throw new Fault("a '{' of the format is not closed")
}

const specPattern = /^(?:([\s\S])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u

/** Python `format(value, spec)` of text and numbers. */
export function formatValue(value: unknown, spec: string, budget: Budget): string {
  if (value instanceof Undefined && !(value instanceof MissingElse)) value.fail()
  if (spec === '') return toText(value)
  const match = specPattern.exec(spec)
  if (match === null) throw new Fault(`the format '${spec}' is malformed`)
  const [, fill, align, sign, , alternate, zero, width, grouping, precision, kind] = match
  const columns = Number(width ?? 0)
  const digits = precision === undefined ? undefined : Number(precision)
  budget.spendText(columns + (digits ?? 0))
  const pad = fill ?? (zero ? '0' : ' ')
  if (isText(value)) {
    if ((kind ?? 's') !== 's' || align === '=' || (sign ?? grouping ?? alternate) !== undefined)
      throw new Fault(`the format '${spec}' does not suit text`)
    const text = toText(value)
    return aligned('', digits === undefined ? text : slice(text, 0, digits), pad, align ?? '<', columns)
  }
  const number = typeof value === 'boolean' ? Number(value) : value
  if (!isNumber(number)) throw new Fault(`a ${typeName(value)} takes no format`)
  const text = numberText(number, kind, digits, alternate !== undefined)
  const negative = text.startsWith('-')
  const body = grouped(negative ? text.slice(1) : text, grouping, kind)
  const prefix = negative ? '-' : sign === undefined || sign === '-' ? '' : sign
  return aligned(prefix, body, pad, align ?? (zero ? '=' : '>'), columns)
}

function numberText(
  value: unknown,
  kind: string | undefined,
  digits: number | undefined,
  alternate: boolean,
): string {
  const double = Number(value)
  if (isInt(value) && (kind === undefined || 'dnxXobc'.includes(kind))) {
    if (digits !== undefined) throw new Fault('an int takes no precision')
    return intText(BigInt(value), kind ?? 'd', alternate)
  }
  switch (kind) {
    case undefined:
      if (digits === undefined) return isFloat(value) ? floatRepr(value) : pyRepr(value)
      return withPoint(double, digits)
    case 'f':
    case 'F':
      return fixedText(double, digits ?? 6)
    case 'e':
      return exponentText(double, digits ?? 6)
    case 'E':
      return exponentText(double, digits ?? 6).toUpperCase()
    case 'g':
    case 'n':
      return generalText(double, digits ?? 6)
    case 'G':
      return generalText(double, digits ?? 6).toUpperCase()
    case '%':
      return `${fixedText(double * 100, digits ?? 6)}%`
  }
  throw new Fault(`the format kind '${kind}' does not suit a ${typeName(value)}`)
}

/** A float with a precision and no kind: like `g`, but with at least one digit behind the point. */
function withPoint(value: number, digits: number): string {
  const text = generalText(value, digits)
  if (!Number.isFinite(value) || /[.e]/.test(text)) return text
  return len(text.replace('-', '')) < Math.max(1, digits)
    ? `${text}.0`
    : exponentText(value, Math.max(0, digits - 1)).replace(/\.?0+e/, 'e')
}

function intText(value: bigint, kind: string, alternate: boolean): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  switch (kind) {
    case 'x':
      return `${sign}${alternate ? '0x' : ''}${size.toString(16)}`
    case 'X':
      return `${sign}${alternate ? '0X' : ''}${size.toString(16).toUpperCase()}`
    case 'o':
      return `${sign}${alternate ? '0o' : ''}${size.toString(8)}`
    case 'b':
      return `${sign}${alternate ? '0b' : ''}${size.toString(2)}`
    case 'c':
      return String.fromCodePoint(Number(value))
    default:
      return sign + String(size)
  }
}

function grouped(text: string, separator: string | undefined, kind: string | undefined): string {
  if (separator === undefined) return text
  const size = kind !== undefined && 'xXob'.includes(kind) ? 4 : 3
  return text.replace(/^[0-9a-fA-F]+/, whole =>
    whole.replace(new RegExp(`\\B(?=(?:.{${size}})+$)`, 'g'), separator),
  )
}

function aligned(prefix: string, body: string, fill: string, align: string, width: number): string {
  const missing = Math.max(0, width - codePoints(prefix + body).length)
  if (align === '=') return prefix + fill.repeat(missing) + body
  if (align === '<') return prefix + body + fill.repeat(missing)
  if (align === '>') return fill.repeat(missing) + prefix + body
  const left = Math.floor(missing / 2)
  return fill.repeat(left) + prefix + body + fill.repeat(missing - left)
}
