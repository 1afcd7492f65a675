import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { createInProcessScorer } from '../../plugin/scorer/in-process.ts'
import { answersOf, compare, recordedWsc, request, tinyModel } from './tiny-model.ts'

const scorer = createInProcessScorer(tinyModel)
afterAll(() => scorer.close())

test('info names the model, its files and who computes', async () => {
  const weights = readFileSync(`${tinyModel.path}/onnx/model.onnx`)
  expect(await scorer.info()).toMatchObject({
    model: 'tiny-model',
    path: tinyModel.path,
    precision: 'fp16',
    weightsHash: createHash('sha256').update(weights).digest('hex'),
    provider: { requested: 'cpu', used: 'cpu', skipped: [] },
    maxLength: 1024,
    demonstration: true,
  })
})

test("lm-eval's log-likelihoods on all of wsc273", async () => {
  const { requests, expected } = recordedWsc()
  const { largest, flags } = compare(await answersOf(scorer, requests), expected)
  expect(largest).toBeLessThan(5e-5)
  expect(flags).toBe(0)
})

// MC-TACO has no licence that lets its rows lie in this repository.
const shared = new URL('../../../shared/', import.meta.url)
const rowsFile = new URL('data/mc_taco-test.jsonl', shared)

interface McTacoRow {
  sentence: string
  question: string
  answer: string
}

const readLines = <T>(url: URL): T[] =>
  readFileSync(url, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)

describe.skipIf(!existsSync(rowsFile))('MC-TACO, whose rows are not shipped', () => {
  test.each([
    ['mc_taco', [' no', ' yes']],
    ['mc_taco_never_always', [' never', ' always']],
  ])(
    "lm-eval's log-likelihoods on the first documents of %s",
    { timeout: 300_000 },
    async (name, choices) => {
      const rows = readLines<McTacoRow>(rowsFile)
      const recorded = readLines<{ doc_id: number; resps: [number, boolean][] }>(
        new URL(`reference/lm-eval-0.4.13/tiny/${name}.jsonl`, shared),
      )
      const requests = recorded.flatMap(({ doc_id }) => {
        const { sentence, question, answer } = rows[doc_id] as McTacoRow
        const prompt = `${sentence}\nQuestion: ${question}\nAnswer: ${answer}\nPlausible:`
        return choices.map(choice => request(prompt, choice))
      })
      const expected = recorded.flatMap(({ resps }) =>
        resps.map(([logLikelihood, isGreedy]) => ({ logLikelihood, isGreedy })),
      )
      const { largest, flags } = compare(await answersOf(scorer, requests), expected)
      expect(largest).toBeLessThan(5e-5)
      expect(flags).toBe(0)
    },
  )
})

test('batches do not change an answer beyond rounding', async () => {
  const requests = recordedWsc().requests.slice(0, 12)
  const batched = await answersOf(scorer, requests)
  for (const [index, one] of requests.entries()) {
    const [alone] = await answersOf(scorer, [one])
    expect(alone?.logLikelihood).toBeCloseTo(batched[index]?.logLikelihood as number, 4)
  }
})

test('identical requests are scored once and answered each', async () => {
  const twice = [request('The sun', ' rose'), request('The moon', ' rose'), request('The sun', ' rose', 2)]
  const [first, other, second] = await answersOf(scorer, twice)
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
})

test('requests that share a row get what they get alone', async () => {
  const requests = [' the man', ' the', ' the man went', ' a'].map((continuation, i) =>
    request('He saw', continuation, i),
  )
  const together = await answersOf(scorer, requests)
  for (const [index, one] of requests.entries()) {
    const [alone] = await answersOf(scorer, [one])
    expect(alone?.logLikelihood).toBeCloseTo(together[index]?.logLikelihood as number, 4)
    expect(alone?.tokens).toBe(together[index]?.tokens)
    expect(alone?.isGreedy).toBe(together[index]?.isGreedy)
  }
})

test('counts tokens, and context tokens cut off', async () => {
  const narrow = createInProcessScorer({ ...tinyModel, maxLength: 8 })
  const [whole] = await answersOf(scorer, [
    request('one two three four five six seven eight nine ten', ' eleven'),
  ])
  const [cut] = await answersOf(narrow, [
    request('one two three four five six seven eight nine ten', ' eleven'),
  ])
  await narrow.close()
  expect(whole).toMatchObject({ truncated: 0 })
  expect(cut?.tokens).toBe(whole?.tokens)
  expect(cut?.truncated).toBeGreaterThan(0)
})

test('a request that cannot be scored fails the call after the others were answered', async () => {
  const seen: number[] = []
  const requests = [request('The sun', ''), request('The sun', ' rose', 1)]
  await expect(scorer.score(requests, { onScored: index => seen.push(index) })).rejects.toMatchObject({
    code: 'DOCUMENT',
    message: expect.stringMatching(/^Request 0 .* has no continuation token to score/),
  })
  expect(seen).toEqual([1])
})

test('an abort stops between batches', async () => {
  const controller = new AbortController()
  let answered = 0
  const scoring = scorer.score(recordedWsc().requests, {
    signal: controller.signal,
    onScored() {
      answered += 1
      controller.abort(new Error('enough'))
    },
  })
  await expect(scoring).rejects.toThrow('enough')
  expect(answered).toBeLessThanOrEqual(tinyModel.batchSize as number)
})
