import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CheckCase } from '../conformance/runner/outcome.ts'
import { readCases } from '../conformance/runner/read-cases.ts'
import { decontaminationKinds } from './kinds.ts'

const files = ['janitor', 'decontaminate-0.3'].map(name =>
  fileURLToPath(new URL(`cases/${name}.jsonl`, import.meta.url)),
)

describe('recorded cases', () => {
  test.each(files.flatMap(readCases))('$id $note', async row => {
    expect(await (decontaminationKinds[row.kind] as CheckCase)(row)).toEqual({ status: 'passed' })
  })
})
