import { PyPattern } from '../../../python/regex/pattern.ts'
import { PatternError } from '../../../python/regex/syntax.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { escapeHtml } from '../html.ts'
import { translatePattern } from '../python-pattern.ts'
import { type CallArguments, Markup } from '../values.ts'
import { withTimeLimit } from './time-limit.ts'

/** Making a pattern ready is far slower than reading a text. */
const stepsPerPatternCharacter = 8

/** The harness's `regex_replace(value, pattern, repl, count=0)`: Python's `re.sub`. */
export function regexReplace(value: unknown, args: CallArguments, budget: Budget): string {
  const [source, to, limit] = bind('regex_replace', args, ['pattern', 'repl', 'count'], 2)
  const text = textArgument('regex_replace', value)
  const written = textArgument('regex_replace', source)
  budget.spend(written.length * stepsPerPatternCharacter)
  const pattern = parsed(written)
  const names = new Map([...pattern.names, ['', pattern.groups]])
  const literal = replacementParts(textArgument('regex_replace', to), names)
  // Python joins what groups matched, which escapes the rest where they are pieces of HTML
  const escaping = value instanceof Markup && literal.some(part => typeof part === 'number')
  const parts = literal.map(part => (escaping && typeof part === 'string' ? escapeHtml(part, budget) : part))
  const count = intArgument('regex_replace', limit, 0)
  if (count < 0) return text
  let length = text.length
  budget.spendScan(text.length)
  const replaceMatch = (...match: unknown[]) => {
    budget.spend()
    const replacement = parts
      .map(part => (typeof part === 'string' ? part : ((match[part] as string) ?? '')))
      .join('')
    length += replacement.length
    budget.checkText(length)
    budget.spendText(replacement.length)
    return replacement
  }
  const asksForGroups = pattern.refersToGroups || parts.some(part => typeof part === 'number' && part > 0)
  const differs = pattern.matchesNothing || (pattern.repeatsGroups && asksForGroups)
  const native = differs ? undefined : translated(written)
  if (native === undefined) budget.spend(text.length)
  const started = performance.now()
  const result = withTimeLimit('the pattern of regex_replace', budget.milliseconds, () =>
    native === undefined
      ? pattern.substitute(text, count, replaceMatch)
      : replacedNatively(text, native, count, replaceMatch),
  )
  const milliseconds = performance.now() - started
  // slow patterns in a loop add up; what is quick costs no steps, so that a busy machine changes nothing
  if (milliseconds > 50) budget.spend(milliseconds * 1000)
  return result
}

function parsed(pattern: string): PyPattern {
  try {
    return new PyPattern(pattern)
  } catch (error) {
    if (error instanceof PatternError) throw new Fault(`the pattern of regex_replace: ${error.message}`)
    throw error
  }
}

/** The same pattern for JavaScript's faster engine, where it has the same meaning there. */
function translated(pattern: string): RegExp | undefined {
  try {
    return translatePattern(pattern).pattern
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

function replacedNatively(
  text: string,
  pattern: RegExp,
  count: number,
  replaceMatch: (...match: unknown[]) => string,
): string {
  let done = 0
  return text.replace(pattern, (...match: unknown[]) => {
    if (count > 0 && done >= count) return match[0] as string
    done++
    return replaceMatch(...match)
  })
}

const escapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\x07',
  b: '\b',
  '\\': '\\',
}

/** A replacement as literal texts and numbers of groups. */
function replacementParts(text: string, groups: ReadonlyMap<string, number>): (string | number)[] {
  const parts: (string | number)[] = []
  const token = /\\g<([^>]*)>|\\(0[0-7]{0,2}|[1-3][0-7]{2}|[1-9]\d?)|\\([\s\S])|[^\\]+|\\$/g
  for (const [all, name, digits, letter] of text.matchAll(token)) {
    if (name !== undefined)
      parts.push(group(/^\d+$/.test(name) ? Number(name) : groups.get(name), groups, all))
    else if (digits !== undefined) {
      const octal = digits.startsWith('0') || digits.length === 3
      parts.push(octal ? String.fromCharCode(Number.parseInt(digits, 8)) : group(Number(digits), groups, all))
    } else if (letter !== undefined) {
      const escaped = escapes[letter]
      if (escaped === undefined && /[A-Za-z]/.test(letter))
        throw new Fault(`unknown escape ${all} in a replacement`)
      parts.push(escaped ?? all)
    } else parts.push(all)
  }
  return parts
}

function group(index: number | undefined, groups: ReadonlyMap<string, number>, written: string): number {
  if (index === undefined || index > (groups.get('') ?? 0))
    throw new Fault(`the pattern has no group ${written}`)
  return index
}
