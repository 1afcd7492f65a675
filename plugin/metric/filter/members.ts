import { codePoints, dictKeys, isDict } from '../../python/index.ts'
import { shownValue } from '../shown-value.ts'

/**
 * What Python's `for … in value` goes through: a list's items, a text's code points, a mapping's keys. After take_first a
 * request's entry is a text, and a filter that maps answers then sees its characters.
 * @throws TypeError for anything else
 */
export function members(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return codePoints(value)
  if (isDict(value)) return dictKeys(value)
  throw new TypeError(`${shownValue(value)} is no list of answers`)
}

/** @throws TypeError for an answer that is no text */
export function textAnswer(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`the answer ${shownValue(value)} is no text`)
}
