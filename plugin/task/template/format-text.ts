import { isInt, isNumber, len, type PyFloat, slice } from '../../python/index.ts'
import { attribute, item } from './access.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { numberParts } from './format-number.ts'
import { type FormatSpec, parseFormatSpec } from './format-spec.ts'
import { spendValue } from './spend-value.ts'
import {
  type CallArguments,
  isText,
  Markup,
  MissingElse,
  toAscii,
  toRepr,
  toText,
  typeName,
  Undefined,
} from './values.ts'

/** How text that is HTML writes what it is given. */
type AsHtml = (value: unknown) => string

/** Python `template.format(*args, **kwargs)`. @throws Fault for malformed fields and missing arguments. */
export function formatText(template: string, args: CallArguments, budget: Budget, asHtml?: AsHtml): string {
  return new Formatter(args, budget, asHtml).format(template, 2)
}

class Formatter {
  readonly #args: CallArguments
  readonly #budget: Budget
  readonly #asHtml: AsHtml | undefined
  #automatic = 0
  #length = 0

  constructor(args: CallArguments, budget: Budget, asHtml: AsHtml | undefined) {
    this.#asHtml = asHtml
    this.#args = args
    this.#budget = budget
  }

  format(template: string, depth: number): string {
    if (depth === 0) throw new Fault('format fields are nested too deep')
    let text = ''
    this.#budget.spendScan(template.length)
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
        const part = this.#field(template.slice(at + 1, end), depth)
        this.#length += part.length
        this.#budget.checkText(this.#length)
        text += part
        at = end + 1
      } else {
        const brace = template.slice(at).search(/[{}]/)
        const end = brace < 0 ? template.length : at + brace
        text += template.slice(at, end)
        at = end
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
    spendValue(value, this.#budget)
    if (conversion === 'r') value = toRepr(value)
    else if (conversion === 'a') value = toAscii(value)
    else if (conversion === 's') value = toText(value)
    else if (conversion !== undefined) throw new Fault(`unknown conversion !${conversion}`)
    const written = spec.includes('{') ? this.format(spec, depth - 1) : spec
    if (value instanceof Markup && written !== '' && this.#asHtml !== undefined)
      throw new Fault('text that is HTML takes no format')
    const text = formatValue(value, written, this.#budget)
    if (this.#asHtml === undefined) return text
    return value instanceof Markup ? text : this.#asHtml(text)
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
      if (value instanceof Undefined && !(value instanceof MissingElse)) value.fail()
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

/** Python `format(value, spec)` of text and numbers. */
export function formatValue(value: unknown, written: string, budget: Budget): string {
  if (value instanceof Undefined && !(value instanceof MissingElse)) value.fail()
  if (written === '') return toText(value)
  budget.spendScan(written.length)
  const spec = parseFormatSpec(written)
  budget.spendText(spec.width + (spec.precision ?? 0))
  if (isText(value)) return formattedText(toText(value), spec)
  const number = typeof value === 'boolean' ? Number(value) : value
  if (!isNumber(number)) throw new Fault(`a ${typeName(value)} takes no format`)
  return formattedNumber(number, spec)
}

function formattedText(text: string, spec: FormatSpec): string {
  const { align = '<', precision, sign, grouping, alternate, positiveZero } = spec
  const numeric = sign !== undefined || grouping !== undefined || alternate || positiveZero
  if ((spec.kind ?? 's') !== 's' || align === '=' || numeric) throw new Fault('the format does not suit text')
  return aligned('', precision === undefined ? text : slice(text, 0, precision), spec, align)
}

function formattedNumber(value: number | bigint | PyFloat, spec: FormatSpec): string {
  const { negative, prefix, digits, rest } = numberParts(value, spec)
  if (spec.positiveZero && isInt(value)) throw new Fault("an int takes no 'z' in its format")
  const zero = !/[1-9a-z]/i.test(digits + rest)
  const minus = negative && !(spec.positiveZero && zero)
  const sign = minus ? '-' : spec.sign === undefined || spec.sign === '-' ? '' : spec.sign
  const align = spec.align ?? (spec.zero ? '=' : '>')
  const zeros = (spec.fill ?? (spec.zero ? '0' : ' ')) === '0' && align === '='
  const room = zeros ? spec.width - len(sign + prefix + rest) : 0
  return aligned(sign + prefix, grouped(digits, spec, room) + rest, spec, align)
}

/** With separators between its digits; zeros, grouped as well, fill the room that is left. */
function grouped(digits: string, { grouping, kind }: FormatSpec, room: number): string {
  if (grouping === undefined || digits === '') return digits
  const size = kind !== undefined && 'xXob'.includes(kind) ? 4 : 3
  const groups: string[] = []
  let left = digits
  for (let width = room; ; width -= grouping.length) {
    const taken = Math.min(size, Math.max(left.length, width, 1))
    groups.unshift(left.slice(-taken).padStart(taken, '0'))
    left = left.slice(0, -taken)
    width -= taken
    if (left === '' && width <= 0) break
  }
  return groups.join(grouping)
}

function aligned(prefix: string, body: string, spec: FormatSpec, align: string): string {
  const fill = spec.fill ?? (spec.zero ? '0' : ' ')
  const missing = Math.max(0, spec.width - len(prefix + body))
  if (align === '=') return prefix + fill.repeat(missing) + body
  if (align === '<') return prefix + body + fill.repeat(missing)
  if (align === '>') return fill.repeat(missing) + prefix + body
  const left = Math.floor(missing / 2)
  return fill.repeat(left) + prefix + body + fill.repeat(missing - left)
}
