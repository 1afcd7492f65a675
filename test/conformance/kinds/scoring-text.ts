import { parseArgumentString } from '../../../plugin/task/argument-string.ts'
import { detokenize } from '../../../plugin/task/detokenize.ts'
import type { CheckCase } from '../runner/outcome.ts'
import { checkValue, scoringCase } from './scoring-case.ts'

/** Arguments written as `key=value,key=value`; none at all are an empty mapping. */
export const checkParseArgs: CheckCase = row => {
  const recorded = scoringCase<{ text: string | null }>(row)
  return checkValue(recorded, () => parseArgumentString(recorded.input.text ?? ''))
}

/** Words of a tokenised text put together. */
export const checkGeneralDetokenize: CheckCase = row => {
  const recorded = scoringCase<{ text: string }>(row)
  return checkValue(recorded, () => detokenize(recorded.input.text))
}
