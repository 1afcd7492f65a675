import { strip } from 'vitest-lm-eval/python'

/** A row of the data set: a sentence with a blank `_`, two options to fill it, and the right one, `1` or `2`. */
interface Schema {
  sentence: string
  option1: string
  option2: string
  answer: string
}

/** Index of the right option. */
export function doc_to_text({ answer }: Schema): number {
  const index = ['1', '2'].indexOf(answer)
  if (index < 0) throw new RangeError(`answer is ${JSON.stringify(answer)}; it must be "1" or "2"`)
  return index
}

/** What follows the blank. */
export function doc_to_target({ sentence }: Schema): string {
  return strip(sentence.slice(blankOf(sentence) + 1))
}

/** The sentence up to the blank, filled with each option. */
export function doc_to_choice({ sentence, option1, option2 }: Schema): string[] {
  const before = sentence.slice(0, blankOf(sentence))
  return [before + option1, before + option2]
}

function blankOf(sentence: string): number {
  const index = sentence.indexOf('_')
  if (index < 0) throw new RangeError(`the sentence has no blank "_": ${sentence}`)
  return index
}
