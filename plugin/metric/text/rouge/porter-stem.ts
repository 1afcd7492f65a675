import { characterAt, codePoints, len, slice } from '../../../python/index.ts'

const irregular = new Map([
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['innings', 'inning'],
  ['outings', 'outing'],
  ['cannings', 'canning'],
  ...['sky', 'news', 'inning', 'outing', 'canning', 'howe', 'proceed', 'exceed', 'succeed'].map(
    (word): [string, string] => [word, word],
  ),
])

/** A suffix and what takes its place. */
type Rule = readonly [suffix: string, replacement: string]

const step2Rules: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['fulli', 'ful'],
]

const step3Rules: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

/** Dropped after a stem of measure 2 or more; the first that the word ends with decides, so the order counts. */
const step4Suffixes = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(
  ' ',
)

/**
 * Stem of a word by Porter's algorithm (Program 14(3), 1980) with NLTK's extensions: irregular words; `ies` and `ied` of
 * words of four letters become `ie`; `y` becomes `i` only after a consonant; `alli`, `fulli` and `logi` are handled.
 * @param word ASCII letters and digits, in lower case
 */
export function porterStem(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (len(word) <= 2) return word
  return step5b(step5a(step4(step3(step2(step1c(step1b(step1a(word))))))))
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return drop(word, 'es')
  if (word.endsWith('ies')) return drop(word, len(word) === 4 ? 's' : 'es')
  return word.endsWith('ss') || !word.endsWith('s') ? word : drop(word, 's')
}

function step1b(word: string): string {
  if (word.endsWith('ied')) return drop(word, len(word) === 4 ? 'd' : 'ed')
  if (word.endsWith('eed')) return measure(drop(word, 'eed')) > 0 ? drop(word, 'd') : word
  const suffix = ['ed', 'ing'].find(ending => word.endsWith(ending) && hasVowel(drop(word, ending)))
  if (suffix === undefined) return word
  const stem = drop(word, suffix)
  if (['at', 'bl', 'iz'].some(ending => stem.endsWith(ending))) return `${stem}e`
  if (endsInDouble(stem))
    return ['l', 's', 'z'].some(letter => stem.endsWith(letter)) ? stem : slice(stem, 0, -1)
  return measure(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem
}

function step1c(word: string): string {
  const stem = slice(word, 0, -1)
  return word.endsWith('y') && len(stem) > 1 && consonants(stem).at(-1) === true ? `${stem}i` : word
}

function step2(word: string): string {
  if (word.endsWith('alli') && measure(drop(word, 'alli')) > 0) return step2(drop(word, 'li'))
  const rule = step2Rules.find(([suffix]) => word.endsWith(suffix))
  if (rule !== undefined) return replace(word, rule)
  return word.endsWith('logi') && measure(drop(word, 'ogi')) > 0 ? drop(word, 'i') : word
}

function step3(word: string): string {
  const rule = step3Rules.find(([suffix]) => word.endsWith(suffix))
  return rule === undefined ? word : replace(word, rule)
}

function step4(word: string): string {
  const suffix = step4Suffixes.find(ending => word.endsWith(ending))
  if (suffix === undefined) return word
  const stem = drop(word, suffix)
  if (suffix === 'ion' && !stem.endsWith('s') && !stem.endsWith('t')) return word
  return measure(stem) > 1 ? stem : word
}

function step5a(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = drop(word, 'e')
  const size = measure(stem)
  return size > 1 || (size === 1 && !endsInShortSyllable(stem)) ? stem : word
}

function step5b(word: string): string {
  return word.endsWith('ll') && measure(drop(word, 'l')) > 1 ? drop(word, 'l') : word
}

function replace(word: string, [suffix, replacement]: Rule): string {
  const stem = drop(word, suffix)
  return measure(stem) > 0 ? stem + replacement : word
}

function drop(word: string, suffix: string): string {
  return slice(word, 0, len(word) - len(suffix))
}

/** Which characters are consonants: `y` is one unless it follows a consonant. */
function consonants(word: string): boolean[] {
  const flags: boolean[] = []
  for (const [index, letter] of codePoints(word).entries()) {
    if (letter === 'y') flags.push(index === 0 || flags[index - 1] === false)
    else flags.push(!'aeiou'.includes(letter))
  }
  return flags
}

/** How often a consonant follows a vowel. */
function measure(stem: string): number {
  const flags = consonants(stem)
  return flags.filter((flag, index) => flag && flags[index - 1] === false).length
}

function hasVowel(stem: string): boolean {
  return consonants(stem).includes(false)
}

function endsInDouble(stem: string): boolean {
  return len(stem) > 1 && characterAt(stem, -1) === characterAt(stem, -2) && consonants(stem).at(-1) === true
}

/** Consonant, vowel, and a consonant other than w, x and y; or just a vowel and a consonant. */
function endsInShortSyllable(stem: string): boolean {
  const flags = consonants(stem)
  const ends = flags.at(-1) === true && flags.at(-2) === false
  if (len(stem) === 2) return ends
  return ends && flags.at(-3) === true && !['w', 'x', 'y'].some(letter => stem.endsWith(letter))
}
