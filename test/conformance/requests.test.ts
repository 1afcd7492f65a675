import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkCase } from './kinds/index.ts'
import { caseFiles, readCases } from './runner/read-cases.ts'

/**
 * Recorded cases of lm-eval 0.4.13: lookup, task files, prompts, requests, token handling. Of the kinds and the format that
 * `npm run conformance` runs; rows of data sets that may not be shipped are left out.
 */
const cases = caseFiles([fileURLToPath(new URL('requests', import.meta.url))]).flatMap(readCases)

test.each(cases)('$id', async row => {
  expect(await checkCase(row)).toEqual({ status: 'passed' })
})
