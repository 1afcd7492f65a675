import { split } from '../../../python/index.ts'

/** ASCII punctuation and symbols but `'`, `,`, `-` and `.`; a space counts among them, which changes nothing. */
const symbols = /[{-~[-` -&(-+:-@/]/g
const markAfterOther = /([^0-9])([.,])/gu
const markBeforeOther = /([.,])([^0-9])/gu
const dashAfterDigit = /([0-9])(-)/g

/**
 * Words of a text as NIST's mteval-v13a separates punctuation: symbols stand alone, points and commas unless they are between
 * digits, dashes after digits.
 */
export function splitWestern(text: string): string[] {
  return split(
    text
      .replace(symbols, ' $& ')
      .replace(markAfterOther, '$1 $2 ')
      .replace(markBeforeOther, ' $1 $2')
      .replace(dashAfterDigit, '$1 $2 '),
  )
}
