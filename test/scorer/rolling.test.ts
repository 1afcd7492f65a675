import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createInProcessScorer } from '../../plugin/scorer/in-process.ts'
import { readModelFolder } from '../../plugin/scorer/model/model-folder.ts'
import { loadTokenizer } from '../../plugin/scorer/tokens/tokenizer.ts'
import type { Request } from '../../plugin/task/types.ts'
import { answersOf, request, tinyModel } from './tiny-model.ts'

interface Recorded {
  maxLength: number
  text: string
  logLikelihood: number
}

const recorded = readFileSync(new URL('./fixtures/rolling-tiny.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

const rolling = (text: string, ordinal = 0): Request => ({ type: 'loglikelihood_rolling', text, ordinal })
const tokenizer = loadTokenizer(readModelFolder(tinyModel.path))

test.each([1024, 128])("lm-eval's log-likelihoods of whole texts, windows of %i", async maxLength => {
  const entries = recorded.filter(entry => entry.maxLength === maxLength)
  const scorer = createInProcessScorer({ ...tinyModel, maxLength })
  const answers = await answersOf(
    scorer,
    entries.map(({ text }, i) => rolling(text, i)),
  )
  await scorer.close()
  expect(entries.length).toBeGreaterThan(5)
  for (const [i, { text, logLikelihood }] of entries.entries()) {
    const tokens = tokenizer.encode(text, true).length
    expect(answers[i]).toMatchObject({ tokens, truncated: 0 })
    const difference = Math.abs((answers[i]?.logLikelihood ?? Number.NaN) - logLikelihood)
    expect(difference).toBeLessThan(Math.max(1e-3, 1e-5 * tokens))
  }
})

test('the texts need several windows, the longest of them in the model’s own', () => {
  const windows = recorded.map(({ text, maxLength }) =>
    Math.ceil(tokenizer.encode(text, true).length / maxLength),
  )
  expect(
    windows.filter((_, i) => recorded[i]?.maxLength === 128 && (windows[i] as number) > 1).length,
  ).toBeGreaterThan(3)
  expect(Math.max(...windows.filter((_, i) => recorded[i]?.maxLength === 1024))).toBeGreaterThan(1)
})

test('a text given twice, beside requests of another kind', async () => {
  const scorer = createInProcessScorer({ ...tinyModel, maxLength: 16 })
  const { text } = recorded[0] as Recorded
  const answers = await answersOf(scorer, [rolling(text), request('The sun', ' rose', 1), rolling(text, 2)])
  await scorer.close()
  expect(answers[2]).toEqual(answers[0])
  expect(answers[1]?.tokens).toBe(1)
})
