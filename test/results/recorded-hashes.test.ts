import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { docHash, promptHash, targetHash } from '../../plugin/results/hashes.ts'
import type { SampleRecord } from '../../plugin/results/sample-record.ts'
import { type Recorded, scoringCase } from '../conformance/kinds/scoring-case.ts'
import { readCases } from '../conformance/runner/read-cases.ts'

const file = fileURLToPath(new URL('../conformance/scoring/cases/e2e.jsonl', import.meta.url))

test('documents, prompts and targets of recorded runs have their hashes', () => {
  const records = readCases(file).flatMap(row => {
    const { value } = scoringCase(row).expect as { value?: { samples?: Record<string, SampleRecord[]> } }
    return Object.values(value?.samples ?? {}).flat()
  })
  expect(records.length).toBeGreaterThan(100)
  const hashes = ({ doc, arguments: args, target }: SampleRecord): Recorded => ({
    doc_hash: docHash(doc),
    prompt_hash: promptHash(args[0]?.[0] as string),
    target_hash: targetHash(target),
  })
  for (const record of records) expect(record).toMatchObject(hashes(record))
})
