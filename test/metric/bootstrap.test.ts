import { expect, test } from 'vitest'
import { f1OfCounts } from '../../plugin/metric/binary-f1.ts'
import { bootstrapStderr } from '../../plugin/metric/bootstrap.ts'
import { countDraws } from '../../plugin/metric/count-draws.ts'
import { Random } from '../../plugin/python/index.ts'

const random = new Random(5)
const codes = Uint8Array.from({ length: 3000 }, () => random.randbelow(4))

test('worker threads change no digit', async () => {
  const statistic = { kind: 'f1', codes } as const
  const here = await bootstrapStderr(statistic, { iterations: 4000, workers: 0 })
  const elsewhere = await bootstrapStderr(statistic, { iterations: 4000, workers: 3 })
  expect(elsewhere).toBe(here)
  expect(here).toBeGreaterThan(0)
})

test.each([0, 3])('progress is told up to the last resample, with %i workers', async workers => {
  const told: [number, number][] = []
  await bootstrapStderr(
    { kind: 'f1', codes },
    { iterations: 4000, workers, onProgress: (done, total) => told.push([done, total]) },
  )
  expect(told.map(([done]) => done)).toEqual([1000, 2000, 3000, 4000])
  expect(told.every(([, total]) => total === 4000)).toBe(true)
})

test('four kinds are counted as any number of kinds is', () => {
  const drawn = new Int32Array(codes.length)
  random.choiceIndices(codes.length, drawn)
  const fast = countDraws(codes, 4)
  const plain = countDraws(codes, 5)
  expect([...fast(drawn)]).toEqual([...plain(drawn)].slice(0, 4))
  expect([...fast(drawn.subarray(0, 7))]).toEqual([...plain(drawn.subarray(0, 7))].slice(0, 4))
})

test('f1 needs no positive answers', () => {
  expect(f1OfCounts([5, 0, 0, 0])).toBe(0)
  expect(f1OfCounts([5, 1, 1, 3])).toBe(0.75)
})

test('an abort ends a long bootstrap with its reason', async () => {
  const stop = new Error('stopped')
  const controller = new AbortController()
  setTimeout(() => controller.abort(stop), 30)
  const started = Date.now()
  const run = bootstrapStderr({ kind: 'f1', codes }, { iterations: 1_000_000, signal: controller.signal })
  await expect(run).rejects.toBe(stop)
  expect(Date.now() - started).toBeLessThan(3000)
})

test('too large a number in a replicate is an error, in a worker as well', async () => {
  const values = new Float64Array(6000).fill(-710)
  const statistic = { kind: 'perplexity', values } as const
  await expect(bootstrapStderr(statistic, { iterations: 2000 })).rejects.toThrow('too large for a number')
})
