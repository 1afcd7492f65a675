import { len, lower, split } from '../../../python/index.ts'
import { porterStem } from './porter-stem.ts'

/**
 * Words as rouge-score 0.1.2 finds them: lower case, runs of ASCII letters and digits; anything else, accented letters too,
 * separates.
 * @param useStemmer whether words longer than three letters are replaced by their stems
 */
export function tokenizeRouge(text: string, useStemmer: boolean): string[] {
  const words = split(lower(text).replace(/[^a-z0-9]+/gu, ' '))
  return useStemmer ? words.map(word => (len(word) > 3 ? porterStem(word) : word)) : words
}
