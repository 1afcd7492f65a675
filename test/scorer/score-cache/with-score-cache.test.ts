import { expect, onTestFinished, test } from 'vitest'
import { ScoreStore } from '../../../plugin/scorer/score-cache/score-store.ts'
import { type CachedModel, withScoreCache } from '../../../plugin/scorer/score-cache/with-score-cache.ts'
import type { Response } from '../../../plugin/scorer/types.ts'
import type { Request } from '../../../plugin/task/types.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'
import { request } from '../tiny-model.ts'
import { answerTo, CountingModel } from './counting-model.ts'

const maxBytes = 2 ** 24

/** A model of its own for each run, over one folder. */
async function run(
  folder: string,
  identity = 'model',
): Promise<{ model: CountingModel; cached: CachedModel }> {
  const model = new CountingModel()
  const cached = withScoreCache(model, await ScoreStore.open({ folder, maxBytes }), identity)
  onTestFinished(() => cached.close())
  return { model, cached }
}

async function answers(model: CachedModel, requests: readonly Request[]): Promise<Response[]> {
  const found: Response[] = []
  await model.score(requests, {
    onScored(index, response) {
      expect(found[index]).toBeUndefined()
      found[index] = response
    },
  })
  return found
}

const requests = Array.from({ length: 200 }, (_, index) => request(`Question ${index}`, ' yes', index))
const stored = (request: Request): Response => ({ ...answerTo(request), cached: true })

test('what was answered once is not asked again, and comes back to the last bit', async () => {
  const folder = temporaryFolder({})
  const first = await run(folder)
  expect(await answers(first.cached, requests)).toEqual(requests.map(answerTo))
  expect(first.model.asked).toEqual(requests)
  expect(await answers(first.cached, requests)).toEqual(requests.map(stored))
  expect(first.model.asked).toHaveLength(requests.length)

  const second = await run(folder)
  expect(await answers(second.cached, requests)).toEqual(requests.map(stored))
  expect(second.model.asked).toEqual([])
})

test('only what is new is asked, in order, and every answer finds its place', async () => {
  const folder = temporaryFolder({})
  await answers((await run(folder)).cached, requests)
  const changed = requests.map((each, index) =>
    index % 3 === 0 ? request(`Other ${index}`, ' yes', index) : each,
  )
  const { model, cached } = await run(folder)
  const found = await answers(cached, changed)
  expect(model.asked).toEqual(changed.filter((_, index) => index % 3 === 0))
  expect(found).toEqual(changed.map((each, index) => (index % 3 === 0 ? answerTo(each) : stored(each))))
})

test('another identity never hits', async () => {
  const folder = temporaryFolder({})
  await answers((await run(folder)).cached, requests)
  const { model, cached } = await run(folder, 'other model')
  expect(await answers(cached, requests)).toEqual(requests.map(answerTo))
  expect(model.asked).toEqual(requests)
})

test('a run that fails half-way goes on where it was; what failed is not kept', async () => {
  const folder = temporaryFolder({})
  const first = await run(folder)
  first.model.failsAfter = 77
  await expect(answers(first.cached, requests)).rejects.toThrow('the model was killed')
  const second = await run(folder)
  expect(await answers(second.cached, requests)).toHaveLength(requests.length)
  expect(second.model.asked).toEqual(requests.slice(77))
})

test('an aborted run keeps what it had, and is aborted', async () => {
  const folder = temporaryFolder({})
  const first = await run(folder)
  const controller = new AbortController()
  let count = 0
  const scoring = first.cached.score(requests, {
    signal: controller.signal,
    onScored() {
      count += 1
      if (count === 5) controller.abort(new Error('enough'))
    },
  })
  await expect(scoring).rejects.toThrow('enough')
  const second = await run(folder)
  await answers(second.cached, requests)
  expect(second.model.asked).toEqual(requests.slice(5))
})

test('a text that is drawn by lot is kept for its seed and its repeat', async () => {
  const folder = temporaryFolder({})
  const drawn = (seed: number, repeat: number): Request => ({
    type: 'generate_until',
    context: 'a',
    settings: { temperature: 0.5 },
    ordinal: 0,
    draw: { seed, repeat },
  })
  await answers((await run(folder)).cached, [drawn(1, 0), drawn(1, 1)])
  const { model, cached } = await run(folder)
  await answers(cached, [drawn(1, 0), drawn(2, 0), drawn(1, 1)])
  expect(model.asked).toEqual([drawn(2, 0)])
})

test('without a store the model answers all, and the information says why', async () => {
  const folder = temporaryFolder({ file: '' })
  const { model, cached } = await run(`${folder}/file/cache`)
  expect(await answers(cached, requests)).toEqual(requests.map(answerTo))
  expect(await answers(cached, requests)).toEqual(requests.map(answerTo))
  expect(model.asked).toHaveLength(2 * requests.length)
  expect(cached.info.cacheProblem).toMatch(
    /file\/cache\/scores-1\/data\.mdb cannot be used \(.*\): set cache to a folder/u,
  )
})
