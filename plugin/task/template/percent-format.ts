import {
  dictGet,
  dictHas,
  isDict,
  isFloat,
  isInt,
  isNumber,
  len,
  PyTuple,
  slice,
} from '../../python/index.ts'
import { toDouble } from './arithmetic.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { floatText } from './float-text.ts'
import { intText } from './int-text.ts'
import { spendValue } from './spend-value.ts'
import { isText, PyRange, toAscii, toRepr, toText, typeName, Undefined } from './values.ts'

const specifier = /%(?:\(([^)]*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S]?)/g

/** How text that is HTML writes what it is given. */
type AsHtml = (value: unknown) => string

/** Python `template % values`. @throws Fault where values are missing, left over or of the wrong type. */
export function percentFormat(template: string, values: unknown, budget: Budget, asHtml?: AsHtml): string {
  const items: readonly unknown[] = values instanceof PyTuple ? values : [values]
  let used = 0
  let length = 0
  budget.spendScan(template.length)
  const next = () => {
    if (used >= items.length) throw new Fault('the format needs more values')
    return items[used++]
  }
  const text = template.replace(
    specifier,
    (all: string, key, flags: string, width, precision, kind: string) => {
      if (all === '%%') return '%'
      const columns = width === '*' ? Number(next()) : Number(width ?? 0)
      const digits =
        precision === '*' ? Number(next()) : precision === undefined ? undefined : Number(precision)
      budget.spendText(columns + (digits ?? 0))
      const value = key === undefined ? next() : lookup(values, key)
      spendValue(value, budget)
      const part = padded(formatted(value, kind, digits, flags, asHtml), flags, columns, kind)
      length += part.length
      budget.checkText(length)
      return part
    },
  )
  // whatever can be indexed counts as a mapping here, and a mapping need not be used
  const named = !(values instanceof PyTuple) && !isText(values) && indexable(values)
  if (used < items.length && !named) throw new Fault('not all values are used by the format')
  budget.spendText(text.length)
  return text
}

function indexable(values: unknown): boolean {
  return isDict(values) || Array.isArray(values) || values instanceof PyRange || values instanceof Undefined
}

function lookup(values: unknown, key: string): unknown {
  if (values instanceof Undefined) values.fail()
  if (!isDict(values)) throw new Fault('the format needs a mapping')
  if (!dictHas(values, key)) throw new Fault(`the format needs the key '${key}'`)
  return dictGet(values, key)
}

function formatted(
  value: unknown,
  kind: string,
  digits: number | undefined,
  flags: string,
  asHtml?: AsHtml,
): string {
  switch (kind) {
    case 's':
    case 'a':
    case 'r': {
      const own = kind === 's' ? value : kind === 'r' ? toRepr(value) : toAscii(value)
      const text = asHtml === undefined ? toText(own) : asHtml(own)
      return digits === undefined ? text : slice(text, 0, digits)
    }
    case 'c':
      if (isText(value) && len(toText(value)) === 1) return toText(value)
      if (isInt(value)) return String.fromCodePoint(Number(value))
      break
  }
  if (typeof value === 'boolean') return formatted(Number(value), kind, digits, flags)
  if (!isNumber(value)) throw new Fault(`%${kind} needs a number, not a ${typeName(value)}`)
  return withSign(number(value, kind, digits, flags), flags)
}

function number(value: unknown, kind: string, digits: number | undefined, flags: string): string {
  const double =
    kind === 'd' || kind === 'i' || kind === 'u'
      ? Number(value)
      : toDouble(typeof value === 'bigint' ? value : Number(value))
  switch (kind) {
    case 'd':
    case 'i':
    case 'u': {
      if (isFloat(value) && !Number.isFinite(double)) throw new Fault(`%${kind} needs a finite number`)
      const int = isFloat(value) ? BigInt(Math.trunc(double)) : BigInt(value as number | bigint)
      const text = intText(int < 0n ? -int : int).padStart(digits ?? 0, '0')
      return int < 0n ? `-${text}` : text
    }
    case 'x':
    case 'X':
    case 'o': {
      if (!isInt(value)) throw new Fault(`%${kind} needs an int`)
      const int = BigInt(value)
      const body = (int < 0n ? -int : int).toString(kind === 'o' ? 8 : 16).padStart(digits ?? 0, '0')
      const text = `${int < 0n ? '-' : ''}${flags.includes('#') ? `0${kind}` : ''}${body}`
      return kind === 'X' ? text.toUpperCase() : text
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      return floatText(double, kind, digits ?? 6, flags.includes('#'))
  }
  throw new Fault(`unknown format character '${kind}'`)
}

function withSign(text: string, flags: string): string {
  if (text.startsWith('-')) return text
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text
}

function padded(text: string, flags: string, width: number, kind: string): string {
  const missing = width - len(text)
  if (missing <= 0) return text
  if (flags.includes('-')) return text + ' '.repeat(missing)
  if (flags.includes('0') && !'srca'.includes(kind)) {
    const sign = /^[-+ ]?(?:0[xXo])?/.exec(text)?.[0] ?? ''
    return sign + '0'.repeat(missing) + text.slice(sign.length)
  }
  return ' '.repeat(missing) + text
}
