/**
 * Puts the words of a tokenised English text together again, as the harness's `general_detokenize` does (lm_eval.utils): no
 * space before `n't`, `'`, `.`, `,` and a closing bracket, none after an opening one, none on either side of a quotation mark.
 * For task functions that came from Python.
 */
export function detokenize(text: string): string {
  // text-ok: ASCII characters, which mean the same to Python
  return text
    .replaceAll(" n't", "n't")
    .replaceAll(' )', ')')
    .replaceAll('( ', '(')
    .replaceAll('" ', '"')
    .replaceAll(' "', '"')
    .replace(/ (['.,])/gu, '$1')
}
