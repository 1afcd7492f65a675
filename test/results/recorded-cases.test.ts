import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CheckCase } from '../conformance/runner/outcome.ts'
import { readCases } from '../conformance/runner/read-cases.ts'
import { hashKinds } from './check-hashes.ts'

const file = fileURLToPath(new URL('cases/hashes.jsonl', import.meta.url))

describe('recorded cases', () => {
  test.each(readCases(file))('$id $note', async row => {
    expect(await (hashKinds[row.kind] as CheckCase)(row)).toEqual({ status: 'passed' })
  })
})
