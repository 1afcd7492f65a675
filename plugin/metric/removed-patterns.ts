import { codePoints } from '../python/index.ts'
import { PyPattern } from '../python/regex/pattern.ts'
import { shownValue } from './shown-value.ts'

/**
 * `regexes_to_ignore` of a metric or filter, compiled; undefined where there is none. A text counts as the list of its
 * characters, as in Python.
 * @throws TypeError for anything but a list of patterns, SyntaxError for a malformed one
 */
export function readPatterns(value: unknown): PyPattern[] | undefined {
  if (value === undefined || value === null) return undefined
  const list = typeof value === 'string' ? codePoints(value) : value
  if (!Array.isArray(list))
    throw new TypeError(`regexes_to_ignore is ${shownValue(value)}; it must be a list`)
  return list.map(pattern => {
    if (typeof pattern === 'string') return new PyPattern(pattern)
    throw new TypeError(`regexes_to_ignore holds ${shownValue(pattern)}; it must hold patterns`)
  })
}
