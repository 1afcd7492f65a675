import { lower, pyEquals, pyTruth } from '../python/index.ts'
import type { PyPattern } from '../python/regex/pattern.ts'
import { readPatterns } from './removed-patterns.ts'
import { shownValue } from './shown-value.ts'
import { mapText, shareOfEqual, toArray, type ValueArray } from './text-array.ts'

/** Options of exact_match in a metric_list. */
export const exactMatchOptions = ['regexes_to_ignore', 'ignore_case', 'ignore_punctuation', 'ignore_numbers']

/**
 * exact_match of the harness (metrics-spec.md, 1.6): share of predictions that equal their reference, after the options took
 * from both what does not count.
 * @returns between 0 and 1; NaN for no values at all
 * @throws TypeError or RangeError for values that cannot be compared
 */
export function exactMatch(
  references: readonly unknown[],
  predictions: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): number {
  const patterns = readPatterns(options.regexes_to_ignore)
  const changes = textChanges(options)
  if (patterns?.length === 0 && changes.length === 0)
    return Number(pyEquals([...predictions], [...references]))
  const [predicted, expected] = [predictions, references].map(values =>
    changes.reduce(mapText, withoutPatterns(values, patterns ?? [])),
  ) as [ValueArray, ValueArray]
  return shareOfEqual(predicted, expected)
}

function textChanges(options: Readonly<Record<string, unknown>>): ((text: string) => string)[] {
  return [
    ...(pyTruth(options.ignore_case) ? [lower] : []),
    ...(pyTruth(options.ignore_punctuation) ? [withoutPunctuation] : []),
    ...(pyTruth(options.ignore_numbers) ? [withoutDigits] : []),
  ]
}

function withoutPatterns(values: readonly unknown[], patterns: readonly PyPattern[]): ValueArray {
  return patterns.reduce(
    (array, pattern) => toArray(array.rows.flatMap(row => row.map(text => pattern.remove(text as string)))),
    patterns.length === 0 ? toArray(values) : { kind: 'text', rows: [values.map(textOf)], nested: false },
  ) as ValueArray
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`${shownValue(value)} is no text, which regexes_to_ignore needs`)
}

function withoutPunctuation(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/gu, '')
}

function withoutDigits(text: string): string {
  return text.replace(/[0-9]/gu, '')
}
