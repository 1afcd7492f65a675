import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonDumps, Random } from '../../plugin/python/index.ts'
import type { TaskFunction } from '../../plugin/task/types.ts'
import { allPairs, openTask } from './harness-task.ts'

const v0 = join(import.meta.dirname, '../v0')
const data = join(import.meta.dirname, '../../../shared/data')

/** SHA-256 of the requests as harness 0.3 computed it. */
function requestHash(pairs: [string, string][]): string {
  return createHash('sha256')
    .update(jsonDumps(pairs, { sortKeys: true }))
    .digest('hex')
}

type Opened = Awaited<ReturnType<typeof openTask>>

/** Answers of the dummy model, by document: a random stream, never greedy. */
function dummyAnswers({ documents, builder }: Opened): [number, boolean][][] {
  const random = new Random(42)
  return documents.docs.map((_, docId) =>
    builder.build(docId).requests.map((): [number, boolean] => [-random.random(), false]),
  )
}

const mcTacoFile = join(data, 'mc_taco-test.jsonl')
const openMcTaco = () => openTask(join(v0, 'mc_taco.yaml'), { datasets: { mc_taco: { test: mcTacoFile } } })

describe('the version-0 protocol: requests, and the figures of the stored baselines', () => {
  test('wsc273', async () => {
    const opened = await openTask(join(v0, 'wsc273.yaml'))
    const pairs = allPairs(opened)
    expect(pairs).toHaveLength(546)
    expect(requestHash(pairs)).toBe('26450d414c4581feb51a09882080e7a9b95882e7eab47b1751a4a6024b5a60ee')
    const right = dummyAnswers(opened).filter((answers, docId) => {
      const [first = 0, second = 0] = answers.map(([logLikelihood]) => logLikelihood)
      return opened.builder.build(docId).gold === (second > first ? 1 : 0)
    })
    expect(right.length / 273).toBe(0.5164835164835165)
  })

  test.skipIf(!existsSync(mcTacoFile))(
    'mc_taco (skipped without its rows, which may not be shipped)',
    async () => {
      const opened = await openMcTaco()
      const { task, documents } = opened
      const pairs = allPairs(opened)
      expect(pairs).toHaveLength(18_884)
      expect(requestHash(pairs)).toBe('1811808ef05afd5f30ffc3471622a3dd7a1b681b17a2f7616695ad6b2a45943c')
      const values = dummyAnswers(opened).map((answers, docId) =>
        task.processResults?.(documents.docs[docId], answers),
      )
      const figures = task.metrics.map(({ metric, aggregation }) =>
        (aggregation as TaskFunction)(values.map(value => value[metric as string])),
      )
      expect(figures[0]).toBeCloseTo(0.07732732732732733, 14)
      expect(figures[1]).toBeCloseTo(0.41600515965511614, 14)
    },
  )
})
