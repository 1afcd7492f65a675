import { codePoints, isSpace, split } from '../../../python/index.ts'
import { tokenize13a } from './tokenize-13a.ts'
import { tokenizeChinese } from './tokenize-chinese.ts'
import { tokenizeInternational } from './tokenize-international.ts'

/** Name of a tokeniser of sacrebleu: `13a` is its default; `char` takes every character but white space, `none` splits at white space. */
export type TokenizerName = '13a' | 'intl' | 'zh' | 'char' | 'none'

/** The tokenisers of sacrebleu 2.6 that need no model or dictionary. */
export const tokenizers: Readonly<Record<TokenizerName, (text: string) => string[]>> = {
  '13a': tokenize13a,
  intl: tokenizeInternational,
  zh: tokenizeChinese,
  char: text => codePoints(text).filter(character => !isSpace(character)),
  none: text => split(text),
}
