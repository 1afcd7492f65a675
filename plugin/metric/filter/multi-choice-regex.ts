import { dictGet, dictHas, len, lower, pyTruth, strip } from '../../python/index.ts'
import { escapePattern } from '../../python/regex/escape.ts'
import { PyPattern } from '../../python/regex/pattern.ts'
import type { Doc } from '../../task/types.ts'
import { readPatterns } from '../removed-patterns.ts'
import { members, textAnswer } from './members.ts'
import { checkOptions } from './options.ts'
import { extractionOptions, readExtraction, selectMatch } from './regex.ts'
import type { Filter, FilterMaker } from './types.ts'

/**
 * Letter of a document's choice, `(A)`: what the pattern finds; else the first choice whose text stands in the answer, longer
 * choices first; else a letter behind a colon; else the fallback.
 */
export const multiChoiceRegex: FilterMaker = options => {
  checkOptions(options, [...extractionOptions, 'ignore_case', 'ignore_punctuation', 'regexes_to_ignore'])
  const extraction = readExtraction(options)
  const ignored = readPatterns(options.regexes_to_ignore)
  const clean = (text: string): string => {
    let cleaned = text
    for (const pattern of ignored ?? []) cleaned = pattern.remove(cleaned)
    if (pyTruth(options.ignore_case)) cleaned = lower(cleaned)
    return pyTruth(options.ignore_punctuation) ? cleaned.replace(/\p{P}/gu, '') : cleaned
  }
  const filter: Filter = (responses, docs) =>
    responses.map((answers, index) => {
      const stages = stagesFor(docs[index] as Doc, clean)
      return members(answers).map(answer => {
        const text = typeof answer === 'string' ? answer : ''
        const found = find(extraction, text) || search(stages, extraction.select, text, clean)
        return found === '' ? extraction.fallback : found
      })
    })
  return Object.assign(filter, { fallback: extraction.fallback })
}

interface Stages {
  choices: PyPattern
  letterOfChoice: ReadonlyMap<string, string>
  letters: PyPattern
  letterOfSign: ReadonlyMap<string, string>
}

function stagesFor(doc: Doc, clean: (text: string) => string): Stages {
  if (!dictHas(doc, 'choices'))
    throw new TypeError('multi_choice_regex needs a field choices in the document')
  const texts = members(dictGet(doc, 'choices')).map(choice => clean(strip(textAnswer(choice))))
  const signs = texts.map((_, index) => String.fromCodePoint(0x41 + index))
  const label = (sign: string): string => `(${sign})`
  const alternatives = texts.map(escapePattern).sort((a, b) => len(b) - len(a))
  return {
    choices: new PyPattern(alternatives.join('|')),
    letterOfChoice: new Map(texts.map((text, index) => [text, label(signs[index] as string)])),
    letters: new PyPattern(`:[\\s]*(${signs.join('|')})`),
    letterOfSign: new Map(signs.map(sign => [sign, label(sign)])),
  }
}

function search(stages: Stages, select: number, text: string, clean: (text: string) => string): string {
  const choice = find({ pattern: stages.choices, select }, clean(text))
  if (choice !== '') return stages.letterOfChoice.get(choice) ?? choice
  const sign = find({ pattern: stages.letters, select }, text)
  return stages.letterOfSign.get(sign) ?? sign
}

function find(extraction: { pattern: PyPattern; select: number }, text: string): string {
  return strip(selectMatch(extraction, text)?.text ?? '')
}
