import { parseArgs } from 'node:util'
import { closest, distance } from 'fastest-levenshtein'
import { UsageError } from './usage-error.ts'

/** What an option is. */
export interface OptionRule {
  /** What its value is called in the usage text; undefined for a switch. */
  value?: string
  /** A switch that may also have a value, `--name=VALUE`. */
  optional?: boolean
  /** Other names. */
  also?: readonly string[]
  /** One line for the usage text. */
  about: string
}

export type OptionRules = Readonly<Record<string, OptionRule>>

/** A command line by its parts. */
export interface ParsedLine {
  positionals: string[]
  /** Values by option, in the order given; a switch has the value undefined. */
  options: ReadonlyMap<string, (string | undefined)[]>
}

const helpRule: OptionRule = { about: 'prints this text' }

/**
 * Takes a command line apart. Underscores in option names count as hyphens, as the harness spells them.
 * @throws UsageError for an unknown option (with the nearest known one), a missing value, or a switch with a value
 */
export function parseLine(args: readonly string[], rules: OptionRules): ParsedLine {
  const known = withOtherNames({ ...rules, help: helpRule })
  const { tokens } = parseArgs({
    args: withHyphens(args),
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(
        [...known].map(
          ([name, { rule }]) => [name, { type: takesValue(rule) ? 'string' : 'boolean' }] as const,
        ),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  })
  const positionals: string[] = []
  const options = new Map<string, (string | undefined)[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const option = known.get(token.name)
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, [...known.keys()]))
    checkValue(token.rawName, token.value, option.rule)
    options.set(option.name, [...(options.get(option.name) ?? []), token.value])
  }
  return { positionals, options }
}

/** The last value of an option that is given once. */
export function lastValue(line: ParsedLine, name: string): string | undefined {
  return line.options.get(name)?.at(-1)
}

/** `Did you mean X?`, or the list of all. */
export function nearestOf(wanted: string, names: readonly string[]): string {
  const nearest = closest(wanted, [...names])
  const near = distance(wanted, nearest) <= Math.max(2, wanted.length / 3)
  return near ? `did you mean ${nearest}?` : `known are ${names.join(', ')}.`
}

function withOtherNames(rules: OptionRules): Map<string, { name: string; rule: OptionRule }> {
  const entries = Object.entries(rules).flatMap(([name, rule]) =>
    [name, ...(rule.also ?? [])].map(spelling => [spelling, { name, rule }] as const),
  )
  return new Map(entries)
}

function takesValue({ value, optional }: OptionRule): boolean {
  return value !== undefined && optional !== true
}

function withHyphens(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.map((arg, place) =>
    end >= 0 && place > end ? arg : arg.replace(/^--[^=]+/u, name => name.replaceAll('_', '-')),
  )
}

function unknownOption(rawName: string, names: readonly string[]): string {
  const options = names.map(name => `--${name}`)
  return `unknown option ${rawName}; ${nearestOf(rawName, options)}`
}

function checkValue(rawName: string, value: string | undefined, rule: OptionRule): void {
  if (takesValue(rule) && value === undefined) {
    throw new UsageError(`option ${rawName} needs a value: ${rawName} ${rule.value}.`)
  }
  if (rule.value === undefined && value !== undefined) {
    throw new UsageError(`option ${rawName} takes no value, but was given ${value}.`)
  }
}
