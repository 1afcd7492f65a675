import type { CheckCase } from '../conformance/runner/outcome.ts'
import { checkEvaluateV03 } from './check-evaluate-v03.ts'
import * as janitor from './check-janitor.ts'

/** What is done with a case of decontamination, by its kind. */
export const decontaminationKinds: Readonly<Record<string, CheckCase>> = {
  defaults: janitor.checkDefaults,
  normalize_string: janitor.checkNormalizeString,
  word_ngrams: janitor.checkWordNgrams,
  word_ngrams_indices: janitor.checkWordNgramsIndices,
  clean: janitor.checkClean,
  train_overlap: janitor.checkTrainOverlap,
  evaluate_v03: checkEvaluateV03,
}
