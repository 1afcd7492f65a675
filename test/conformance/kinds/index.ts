import type { CheckCase } from '../runner/outcome.ts'
import { checkEncodePair, checkGenerateInput, checkRollingString, checkTruncate } from './encode.ts'
import { checkNormalizeGenKwargs, checkPostprocess, checkRolling } from './generation.ts'
import { checkLookup } from './lookup.ts'
import { checkRandomRaw, checkRandomSample } from './random.ts'
import { checkRank } from './rank.ts'
import { scoringKinds } from './scoring-kinds.ts'
import { checkTask } from './task.ts'
import { checkTemplate, checkTemplateRow } from './template.ts'

/** What is done with a case, by its kind. */
export const kinds: Readonly<Record<string, CheckCase>> = {
  task: checkTask,
  lookup: checkLookup,
  rank: checkRank,
  template: checkTemplate,
  template_row: checkTemplateRow,
  encode_pair: checkEncodePair,
  truncate: checkTruncate,
  rolling_string: checkRollingString,
  generate_input: checkGenerateInput,
  normalize_gen_kwargs: checkNormalizeGenKwargs,
  postprocess: checkPostprocess,
  rolling: checkRolling,
  random_raw: checkRandomRaw,
  random_sample: checkRandomSample,
  ...scoringKinds,
}

/** Runs one case; an unknown kind fails, so that nothing is left out in silence. */
export const checkCase: CheckCase = row => {
  const check = Object.hasOwn(kinds, row.kind) ? kinds[row.kind] : undefined
  if (check !== undefined) return check(row)
  return {
    status: 'failed',
    differences: [{ where: 'kind', recorded: row.kind, found: `one of ${Object.keys(kinds).join(', ')}` }],
  }
}
