import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonDumps } from '../../plugin/python/index.ts'
import { allPairs, openTask } from './harness-task.ts'

const v0 = join(import.meta.dirname, '../v0')
const data = join(import.meta.dirname, '../../../shared/data')

/** SHA-256 of the requests as harness 0.3 computed it. */
function requestHash(pairs: [string, string][]): string {
  return createHash('sha256')
    .update(jsonDumps(pairs, { sortKeys: true }))
    .digest('hex')
}

describe('requests of the version-0 protocol', () => {
  test('wsc273', async () => {
    const pairs = allPairs(await openTask(join(v0, 'wsc273.yaml')))
    expect(pairs).toHaveLength(546)
    expect(requestHash(pairs)).toBe('26450d414c4581feb51a09882080e7a9b95882e7eab47b1751a4a6024b5a60ee')
  })

  test('mc_taco', async ({ skip }) => {
    if (!existsSync(data)) skip('the rows of MC-TACO may not be shipped')
    const file = join(data, 'mc_taco-test.jsonl')
    const pairs = allPairs(
      await openTask(join(v0, 'mc_taco.yaml'), { datasets: { mc_taco: { test: file } } }),
    )
    expect(pairs).toHaveLength(18_884)
    expect(requestHash(pairs)).toBe('1811808ef05afd5f30ffc3471622a3dd7a1b681b17a2f7616695ad6b2a45943c')
  })
})
