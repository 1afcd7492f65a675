import {
  findContaminated,
  Janitor,
  type JanitorOptions,
  janitorDefaults,
  normalize,
  placedWordNgrams,
  wordNgrams,
} from '../../plugin/decontamination/index.ts'
import { compareText } from '../../plugin/python/index.ts'
import { checkValue, scoringCase } from '../conformance/kinds/scoring-case.ts'
import { inCaseFolder } from '../conformance/runner/case-folder.ts'
import { compare } from '../conformance/runner/compare.ts'
import { type CheckCase, outcomeOf } from '../conformance/runner/outcome.ts'

export const checkDefaults: CheckCase = row => {
  const { expect } = scoringCase(row)
  return outcomeOf(compare('defaults', expect, recordedOptions(janitorDefaults)))
}

export const checkNormalizeString: CheckCase = row => {
  const recorded = scoringCase<{ text: string }>(row)
  return checkValue(recorded, () => normalize(recorded.input.text))
}

export const checkWordNgrams: CheckCase = row => {
  const recorded = scoringCase<{ text: string; n: number }>(row)
  return checkValue(recorded, () => wordNgrams(recorded.input.text, recorded.input.n))
}

export const checkWordNgramsIndices: CheckCase = row => {
  const recorded = scoringCase<{ text: string; n: number }>(row)
  return checkValue(recorded, () =>
    placedWordNgrams(recorded.input.text, recorded.input.n).map(({ ngram, span }) => [ngram, span]),
  )
}

interface CleanInput {
  options: Record<string, unknown>
  contaminants: string[]
  text: string
}

export const checkClean: CheckCase = row => {
  const recorded = scoringCase<CleanInput>(row)
  const { options, contaminants, text } = recorded.input
  return checkValue(recorded, () => {
    const janitor = new Janitor(givenOptions(options))
    for (const contaminant of contaminants) janitor.register(contaminant)
    return { dirt_ngrams: [...janitor.contaminants].sort(compareText), chunks: janitor.clean(text) }
  })
}

interface OverlapInput {
  docs: Record<string, string[]>
  ngram_files: string[][]
  ngram_size: number
}

/** `TASK/SPLIT` to texts; a task of two splits keeps what was found for the last. */
export const checkTrainOverlap: CheckCase = row => {
  const recorded = scoringCase<OverlapInput>(row)
  const { docs, ngram_files, ngram_size } = recorded.input
  return inCaseFolder({ files: ngramFolder(ngram_files, ngram_size) }, folder =>
    checkValue(recorded, async () => {
      const overlaps: Record<string, number[]> = {}
      for (const [key, queries] of Object.entries(docs)) {
        const task = key.slice(0, key.lastIndexOf('/'))
        overlaps[task] = [...(await findContaminated({ queries, paths: [`${folder}/ngrams`] }))]
      }
      return overlaps
    }),
  )
}

/** A folder `ngrams` of prepared n-grams. */
export function ngramFolder(files: readonly (readonly string[])[], size: number): Record<string, string> {
  return {
    'ngrams/info.json': JSON.stringify({ title: 'recorded', ngram_size: size }),
    ...Object.fromEntries(
      files.map((lines, index) => [
        `ngrams/ngrams_${index}.bkt.txt.sorted`,
        lines.map(line => `${line}\n`).join(''),
      ]),
    ),
  }
}

const optionNames: Readonly<Record<string, keyof JanitorOptions>> = {
  ngram_n: 'ngram',
  window_to_remove: 'windowToRemove',
  too_dirty_cutoff: 'tooDirtyCutoff',
  minimum_slice_length: 'minimumSliceLength',
  delete_chars: 'deletedCharacters',
}

function givenOptions(recorded: Record<string, unknown>): Partial<JanitorOptions> {
  return Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => {
      const option = optionNames[name]
      if (option === undefined) throw new Error(`no janitor option is called ${name}`)
      return [option, value]
    }),
  )
}

function recordedOptions(options: Readonly<JanitorOptions>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(optionNames).map(([name, option]) => [name, options[option]]))
}
