import { split } from '../../../python/index.ts'

const markAfterOther = /(\P{N})(\p{P})/gu
const markBeforeOther = /(\p{P})(\P{N})/gu
const symbols = /\p{S}/gu

/**
 * Tokens as sacrebleu's tokeniser `intl` (after mteval-v14) finds them: Unicode punctuation stands alone unless it is between
 * numbers, symbols always. A mark at the end of the text stays with a number before it.
 */
export function tokenizeInternational(text: string): string[] {
  return split(
    text.replace(markAfterOther, '$1 $2 ').replace(markBeforeOther, ' $1 $2').replace(symbols, ' $& '),
  )
}
