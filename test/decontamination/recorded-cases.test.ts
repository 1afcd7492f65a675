import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CheckCase } from '../conformance/runner/outcome.ts'
import { readCases } from '../conformance/runner/read-cases.ts'
import { checkEvaluateV03 } from './check-evaluate-v03.ts'
import * as janitor from './check-janitor.ts'

const kinds: Record<string, CheckCase> = {
  defaults: janitor.checkDefaults,
  normalize_string: janitor.checkNormalizeString,
  word_ngrams: janitor.checkWordNgrams,
  word_ngrams_indices: janitor.checkWordNgramsIndices,
  clean: janitor.checkClean,
  train_overlap: janitor.checkTrainOverlap,
  evaluate_v03: checkEvaluateV03,
}

const files = ['janitor', 'decontaminate-0.3'].map(name =>
  fileURLToPath(new URL(`cases/${name}.jsonl`, import.meta.url)),
)

describe('recorded cases', () => {
  test.each(files.flatMap(readCases))('$id $note', async row => {
    expect(await (kinds[row.kind] as CheckCase)(row)).toEqual({ status: 'passed' })
  })
})
