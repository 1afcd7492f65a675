import yaml from 'js-yaml'
import { pyFloat, pyInt } from '../python/number.ts'

const { Schema, Type } = yaml
// The published types do not know this export.
const { types } = yaml as unknown as {
  types: Record<
    'timestamp' | 'merge' | 'str' | 'seq' | 'map' | 'binary' | 'omap' | 'pairs' | 'set',
    yaml.Type
  >
}

/** What `!function` becomes; called with the text behind the tag. */
export type FunctionMaker = (text: string) => object

/**
 * The types that PyYAML's safe loader knows: YAML 1.1 scalars (yes/no/on/off, octal `010`, sexagesimal `1:30`, no
 * exponent without dot and sign), dates, merge keys, and the harness's `!function` (task-spec.md, 2).
 */
export function taskSchema(makeFunction: FunctionMaker): yaml.Schema {
  return new Schema({
    implicit: [nullType, boolType, intType, floatType, timestampType, types.merge, valueType],
    explicit: [
      types.str,
      types.seq,
      types.map,
      types.binary,
      types.omap,
      types.pairs,
      types.set,
      new Type('!function', {
        kind: 'scalar',
        resolve: text => typeof text === 'string',
        construct: makeFunction,
      }),
    ],
  })
}

function scalar(name: string, pattern: RegExp, construct: (text: string) => unknown): yaml.Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: 'scalar',
    resolve: text => (text === null ? name === 'null' : pattern.test(text)),
    construct: text => construct(text ?? ''),
  })
}

const nullType = scalar('null', /^(?:~|null|Null|NULL|)$/u, () => null)

const boolType = scalar(
  'bool',
  /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/u,
  text => /^(?:yes|true|on)$/iu.test(text),
)

/** Python's own limit. */
const mostDigits = 4300

const intType = scalar(
  'int',
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/u,
  text => {
    const digits = text.replaceAll('_', '')
    if (digits.length > mostDigits) throw new Error(`an integer of more than ${mostDigits} digits; quote it`)
    const negative = digits.startsWith('-')
    const size = unsignedInt(digits.replace(/^[-+]/u, ''))
    return pyInt(negative ? -size : size)
  },
)

function unsignedInt(digits: string): bigint {
  if (digits.includes(':')) return digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
  if (/^0[bx]/u.test(digits)) return BigInt(digits)
  return digits.length > 1 && digits.startsWith('0') ? BigInt(`0o${digits.slice(1)}`) : BigInt(digits)
}

const floatType = scalar(
  'float',
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/u,
  text => {
    const digits = text.replaceAll('_', '').toLowerCase()
    const negative = digits.startsWith('-')
    const size = unsignedFloat(digits.replace(/^[-+]/u, ''))
    return pyFloat(negative ? -size : size)
  },
)

/** js-yaml rolls a day that does not exist over into the next month; Python refuses it. */
const timestampType = new Type('tag:yaml.org,2002:timestamp', {
  kind: 'scalar',
  resolve: text => types.timestamp.resolve(text),
  construct: (text: string) => {
    const [, year, month, day] = /^(\d+)-(\d+)-(\d+)/u.exec(text) as RegExpExecArray
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) {
      throw new Error(`${text} is no date of the calendar; quote it if it is meant as text`)
    }
    return types.timestamp.construct(text)
  },
})

/** The `=` of YAML 1.1, which no task can mean; see yaml-strictness.ts. */
const valueType = scalar('value', /^=$/u, text => text)

function unsignedFloat(digits: string): number {
  if (digits === '.inf') return Number.POSITIVE_INFINITY
  if (digits === '.nan') return Number.NaN
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
