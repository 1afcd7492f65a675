import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { aggregations } from '../../plugin/metric/aggregations.ts'
import {
  dictFromEntries,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  isFloat,
  isNumber,
  jsonDumps,
  pyFloat,
} from '../../plugin/python/index.ts'
import { checkCase } from './kinds/index.ts'
import type { CaseRow } from './runner/outcome.ts'
import { caseFiles, readCases } from './runner/read-cases.ts'

/**
 * Recorded cases of lm-eval 0.4.13: aggregations, standard errors, filters, metrics, groups, tables, texts and whole runs. Of the
 * kinds and the format that `npm run conformance` runs.
 */
const files = ['scoring/cases', '../metric/text/fixtures/recorded.jsonl']
const cases = caseFiles(files.map(name => fileURLToPath(new URL(name, import.meta.url)))).flatMap(readCases)

const textMetrics = /"(?:bleu|chrf|chrf\+\+|ter)"|metric: (?:bleu|chrf|ter)\b/
/** The functions of mts_dialog take text metrics from the built package. */
const functionsOfMtsDialog = ['tasks/mts_dialog/utils.ts', 'dist/metric/text/index.js'].every(file =>
  existsSync(new URL(`../../${file}`, import.meta.url)),
)
/** Corpus metrics of text and the task that is made of them, where there are none yet. */
const waiting = (row: CaseRow): boolean =>
  row.kind === 'mts_dialog'
    ? !functionsOfMtsDialog
    : aggregations.bleu === undefined && textMetrics.test(jsonDumps([row.input, row.expect]))

describe('recorded cases', () => {
  test.each(cases.filter(row => !waiting(row)))('$id $note', async row => {
    expect(await checkCase(row)).toEqual({ status: 'passed' })
  })
})

/** A kind that compares nothing would let everything pass. */
describe('a case with another expectation fails', () => {
  const telling = cases.filter(
    row =>
      !waiting(row) &&
      !(isDict(row.expect) && dictHas(row.expect, 'error')) &&
      jsonDumps(changed(row.expect)) !== jsonDumps(row.expect),
  )
  const firsts = telling.filter((row, index) => telling.findIndex(({ kind }) => kind === row.kind) === index)
  test.each(firsts)('$kind', async row => {
    expect(await statusOf({ ...row, expect: changed(row.expect) } as CaseRow)).toBe('failed')
  })
})

/** What the runner makes of a case: a check that throws has failed. */
async function statusOf(row: CaseRow): Promise<string> {
  try {
    return (await checkCase(row)).status
  } catch {
    return 'failed'
  }
}

function changed(value: unknown): unknown {
  if (isNumber(value)) return isFloat(value) ? pyFloat(Number(value) + 1) : Number(value) + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value}~`
  if (Array.isArray(value)) return value.map(changed)
  if (!isDict(value)) return value
  return dictFromEntries(dictKeys(value).map(key => [key, changed(dictGet(value, key))]))
}
