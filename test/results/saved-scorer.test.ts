import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TaskEvaluation } from '../../plugin/evaluation/task-evaluation.ts'
import { parseJson } from '../../plugin/python/index.ts'
import { toResults } from '../../plugin/report/results.ts'
import { savedScorer } from '../../plugin/results/saved-scorer.ts'
import type { Response } from '../../plugin/scorer/types.ts'
import type { Request } from '../../plugin/task/types.ts'

const root = fileURLToPath(new URL('fixtures', import.meta.url))
const read = (name: string): string => readFileSync(`${root}/recorded/${name}`, 'utf8')

const signal = new AbortController().signal

test.each(['rec_mc', 'rec_gen', 'rec_ll', 'rec_roll'])('%s has its recorded figures again', async name => {
  const evaluation = await TaskEvaluation.load(`${root}/tasks/${name}.yaml`, {
    root,
    datasets: {},
    bootstrapIters: 0,
    packageVersion: '0',
    importModule: () => Promise.reject(new Error('there are no modules')),
  })
  const file = `samples_${name}.jsonl`
  const scorer = savedScorer([{ file, text: read(file) }], 'org/recorded')
  // Scored twice: what is asked again is answered again.
  for (let time = 0; time < 2; time++) await evaluation.score(scorer, evaluation.order, signal)
  expect([...evaluation.failures.values()]).toEqual([])
  const { results } = toResults([await evaluation.result(scorer, evaluation.size)])
  const recorded = parseJson(read('results.txt')) as { results: Record<string, unknown> }
  expect(results[name]).toEqual(recorded.results[name])
})

async function answers(lines: readonly unknown[], requests: readonly Request[]): Promise<Response[]> {
  const text = lines.map(line => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('')
  const found: Response[] = []
  await savedScorer([{ file: 's.jsonl', text }], 'm').score(requests, {
    onScored: (index, response) => (found[index] = response),
  })
  return found
}

const rolling: Request = { type: 'loglikelihood_rolling', text: 'a', ordinal: 0 }
const line = (resps: unknown, args: unknown = { gen_args_0: { arg_0: 'a' } }) => ({
  filter: 'none',
  arguments: args,
  resps,
})

describe('answers', () => {
  test('infinite and no numbers, as Python writes them', async () => {
    const found = await answers([line([['-inf', 'nan', '-1e-05']])], [rolling, rolling, rolling])
    expect(found.map(response => 'logLikelihood' in response && response.logLikelihood)).toEqual([
      -Infinity,
      Number.NaN,
      -1e-5,
    ])
  })

  test('several answers to one request come in order', async () => {
    const found = await answers([line([['-1.0']]), line([['-2.0']])], [rolling, rolling, rolling])
    expect(found.map(response => 'logLikelihood' in response && response.logLikelihood)).toEqual([-1, -2, -1])
  })
})

describe('what is no answer', () => {
  test('a prompt that no file has', async () => {
    await expect(answers([], [rolling])).rejects.toMatchObject({
      code: 'DOCUMENT',
      message: expect.stringContaining('no answer to the prompt "a"'),
    })
  })

  test.each([
    ['{', /s\.jsonl:1: not valid JSON/],
    ['[]\n', /s\.jsonl:1: a sample must have arguments and resps/],
    [line([[null]]), /s\.jsonl:1: an answer is neither/],
    [line([['minus one']]), /s\.jsonl:1: an answer is neither/],
    [line([['-1.0'], ['-2.0']]), /s\.jsonl:1: there are 2 answers to 1 requests/],
  ])('%j', async (wrong, message) => {
    await expect(answers([wrong], [rolling])).rejects.toMatchObject({
      code: 'DATASET',
      message: expect.stringMatching(message),
    })
  })
})
