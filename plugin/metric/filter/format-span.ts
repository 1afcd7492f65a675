import { lower, rstrip, strip } from '../../python/index.ts'
import { PyPattern } from '../../python/regex/pattern.ts'
import { members, textAnswer } from './members.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/** Words that label an entity, in the order in which they are replaced; labels put in before are lower-cased no more. */
const labels: readonly (readonly [word: string, label: string])[] = [
  ['person', 'PER'],
  ['location', 'LOC'],
  ['organization', 'ORG'],
  ['counties', 'LOC'],
  ['places', 'LOC'],
  ['people', 'PER'],
  ['persons', 'PER'],
  ['company', 'ORG'],
  ['country', 'LOC'],
  ['continent', 'LOC'],
  ['time', 'DATE'],
  ['date', 'DATE'],
  ['per', 'PER'],
  ['loc', 'LOC'],
  ['org', 'ORG'],
]
const labelPatterns = labels.map(([word, label]) => [new PyPattern(`\\b${word}\\s*:`), `${label}:`] as const)
const entities = new PyPattern('\\b(PER|LOC|ORG|DATE):\\s*([^$]+)')

/** Named entities of every answer as `per: name $ loc: place`, without those called none. */
export const formatSpan: FilterMaker = options => {
  checkOptions(options, [])
  return responses =>
    responses.map(answers => members(answers).map(answer => spans(unifyLabels(textAnswer(answer)))))
}

function unifyLabels(answer: string): string {
  let text = lower(lower(answer))
  for (const [pattern, label] of labelPatterns) text = pattern.replace(text, label)
  return rstrip(text.replaceAll('$$', '$'), '$')
}

function spans(text: string): string {
  const found = entities.findall(strip(text.replaceAll('\n', '$'))) as string[][]
  return found
    .flatMap(([label, names]) =>
      (names as string)
        .split(',')
        .map(name => strip(name))
        .filter(name => lower(name) !== 'none')
        .map(name => `${lower(label as string)}: ${name}`),
    )
    .join(' $ ')
}
