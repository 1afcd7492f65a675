import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { BatchDecoder } from '../../../plugin/scorer/generation/batch-decoder.ts'
import type { Sequence } from '../../../plugin/scorer/generation/sequence.ts'
import { type ModelFolder, readModelFolder } from '../../../plugin/scorer/model/model-folder.ts'
import { CacheBuffers } from '../../../plugin/scorer/session/cache-buffers.ts'
import { findCacheNames } from '../../../plugin/scorer/session/cache-names.ts'
import type { Step } from '../../../plugin/scorer/session/model-inputs.ts'
import type { ModelRunner } from '../../../plugin/scorer/session/model-runner.ts'
import { type OnnxSession, openOnnxSession } from '../../../plugin/scorer/session/onnx-session.ts'
import { mostLikely } from '../../../plugin/scorer/session/token-score.ts'
import { noWork } from '../../../plugin/scorer/work.ts'
import { scoreRequests } from '../score-requests.ts'
import { tinyModel } from '../tiny-model.ts'

const bigram = (name: string): Promise<OnnxSession> => {
  const onnxFile = fileURLToPath(new URL(`../fixtures/bigram/${name}`, import.meta.url))
  return openOnnxSession({ onnxFile, config: {} } as Partial<ModelFolder> as ModelFolder, {
    provider: 'cpu',
    threads: 1,
  })
}

/** Whether scoring, which is checked against recorded figures, finds `token` the likeliest after `input`. */
async function isLikeliest(session: OnnxSession, input: number[], token: number): Promise<boolean> {
  const [score] = await scoreRequests(session, [{ input: [...input], targets: [token] }])
  return score?.isGreedy === true
}

/** Takes the likeliest token each time. */
class Greedy implements Sequence {
  readonly tokens: number[]
  readonly #length: number

  constructor(tokens: readonly number[], count: number) {
    this.tokens = [...tokens]
    this.#length = tokens.length + count
  }

  get isFinished(): boolean {
    return this.tokens.length >= this.#length
  }

  take(logits: ArrayLike<number>): void {
    this.tokens.push(mostLikely(logits) as number)
  }
}

async function finish(decoder: BatchDecoder): Promise<Sequence[][]> {
  const finished: Sequence[][] = []
  while (!decoder.isFinished) finished.push(await decoder.next())
  return finished
}

/** Continues each prompt by the number of tokens beside it. */
async function continued(
  session: OnnxSession,
  prompts: [number[], number][],
  logits = 1e9,
): Promise<number[][]> {
  const rows = prompts.map(([tokens, count]) => new Greedy(tokens, count))
  await finish(session.continueRows(rows, logits))
  return rows.map(({ tokens }) => tokens)
}

async function expectLikeliest(session: OnnxSession, tokens: readonly number[], from: number): Promise<void> {
  for (let end = from; end < tokens.length; end += 1) {
    expect(await isLikeliest(session, tokens.slice(0, end), tokens[end] as number)).toBe(true)
  }
}

const unequal: [number[], number][] = [
  [[3, 7], 6],
  [[5], 2],
  [[1, 2, 3, 4, 5], 4],
  [[9, 8], 9],
]

test.each(['int32-fp16.onnx', 'keep.onnx', 'external.onnx'])('%s, which has no cache', async name => {
  const session = await bigram(name)
  const texts = await continued(session, unequal)
  for (const [row, tokens] of texts.entries()) {
    const [prompt, count] = unequal[row] as [number[], number]
    expect(tokens).toHaveLength(prompt.length + count)
    await expectLikeliest(session, tokens, prompt.length)
  }
  expect(await continued(session, unequal, 1)).toEqual(texts)
  await session.close()
})

test('with the cache the tokens are those of whole runs', async () => {
  const session = await openOnnxSession(readModelFolder(tinyModel.path), tinyModel)
  const prompts: [number[], number][] = [
    [[1, 381, 31, 472], 40],
    [[1, 381], 3],
    [[1, 500, 60, 70, 80, 90, 100], 20],
  ]
  const texts = await continued(session, prompts)
  for (const [row, tokens] of texts.entries()) {
    await expectLikeliest(session, tokens, prompts[row]?.[0].length as number)
  }
  // One row at a time goes in at first.
  expect(await continued(session, prompts, 1)).toEqual(texts)
  await session.close()
})

test("ONNX Runtime's fused attention: NumPy's tokens, alone and side by side", async () => {
  const folder = new URL('../fixtures/grouped-attention/', import.meta.url)
  const recorded = JSON.parse(readFileSync(new URL('greedy.json', folder), 'utf8')) as {
    prompt: number[]
    tokens: number[]
  }[]
  const onnxFile = fileURLToPath(new URL('model.onnx', folder))
  const session = await openOnnxSession({ onnxFile, config: {} } as Partial<ModelFolder> as ModelFolder, {
    provider: 'cpu',
    threads: 1,
  })
  const prompts = recorded.map(({ prompt, tokens }, row): [number[], number] => [prompt, tokens.length - row])
  const expected = prompts.map(([prompt, count], row) => [
    ...prompt,
    ...(recorded[row]?.tokens.slice(0, count) ?? []),
  ])
  expect(await continued(session, prompts)).toEqual(expected)
  expect(await continued(session, prompts, 1)).toEqual(expected)
  for (const [row, prompt] of prompts.entries()) {
    expect(await continued(session, [prompt])).toEqual([expected[row]])
  }
  const alike = [3, 4, 5].map((last): [number[], number] => [[9, 8, 7, 6, 5, 4, 3, last], last])
  const alone = await Promise.all(alike.map(prompt => continued(session, [prompt])))
  expect(await continued(session, alike)).toEqual(alone.flat())
  await session.close()
})

describe('what is run at each step', () => {
  /** A model with three tokens that always says 1; its cache is one number a token, the token itself. */
  const run = async (hasCache: boolean, prompts: [number[], number][], tokens = 1e9) => {
    const steps: { rows: number[][]; past: number[] | undefined; of: readonly number[] | undefined }[] = []
    class FakeTensor {
      readonly data: Float32Array
      readonly dims: readonly number[]
      readonly type = 'float32'
      constructor(_type: string, data: Float32Array, dims: readonly number[]) {
        this.data = data
        this.dims = dims
      }
    }
    const ort = { Tensor: FakeTensor } as unknown as ModelRunner['ort']
    const runner = {
      ort,
      session: {
        run: async ({ rows, length, past }: Step) => {
          const before = past?.length ?? 0
          const cached = past?.source.get('past')?.data as Float32Array | undefined
          const present = rows.flatMap((row, at) => {
            const from = (past?.rows[at] as number) * before
            return [...(cached?.slice(from, from + before) ?? []), ...row]
          })
          const answers = Float32Array.from(rows.flatMap(() => new Array(length).fill([0, 5, 5]).flat()))
          return {
            logits: new FakeTensor('float32', answers, [rows.length, length, 3]),
            present: new FakeTensor('float32', Float32Array.from(present), [rows.length, before + length]),
          }
        },
      },
      makeFeeds: (step: Step) => {
        const past = step.past?.source.get('past')?.data as Float32Array | undefined
        steps.push({
          rows: step.rows.map(row => [...row]),
          past: past && [...past],
          of: step.past?.rows,
        })
        return step
      },
      scoresInGraph: false,
      work: noWork(),
      vocabulary: 3,
      cache: hasCache
        ? {
            inputs: new Map([['past', { output: 'present', type: 'float32', dims: [0, 0], axis: 1 }]]),
            buffers: new CacheBuffers(ort),
            isRegular: false,
          }
        : undefined,
      file: 'model.onnx',
    } as unknown as ModelRunner
    const rows = prompts.map(([prompt, count]) => new Greedy(prompt, count))
    const finished = await finish(new BatchDecoder(runner, rows, tokens))
    return { steps, finished: finished.map(those => those.map(one => rows.indexOf(one as Greedy))) }
  }

  test('what is new, with a cache; finished rows leave', async () => {
    const prompts: [number[], number][] = [
      [[7, 8, 9], 1],
      [[5], 1],
      [[6], 3],
    ]
    expect(await run(true, prompts)).toEqual({
      steps: [
        { rows: [[7], [5], [6]], past: undefined, of: undefined },
        { rows: [[8], [1]], past: [7, 5, 6], of: [0, 2] },
        { rows: [[9], [1]], past: [7, 8, 6, 1], of: [0, 1] },
      ],
      finished: [[1], [], [0, 2]],
    })
  })

  test('what all prompts begin with goes in once', async () => {
    const { steps } = await run(true, [
      [[1, 2, 0, 2, 1, 2], 1],
      [[1, 2, 0, 2, 0, 0], 2],
    ])
    expect(steps).toEqual([
      { rows: [[1, 2, 0, 2]], past: undefined, of: undefined },
      {
        rows: [
          [1, 2],
          [0, 0],
        ],
        past: [1, 2, 0, 2],
        of: [0, 0],
      },
      { rows: [[1]], past: [1, 2, 0, 2, 1, 2, 1, 2, 0, 2, 0, 0], of: [1] },
    ])
  })

  test('long prompts go in by parts', async () => {
    const { steps } = await run(
      true,
      [
        [[7, 8, 9], 1],
        [[5, 6, 4], 1],
      ],
      4,
    )
    expect(steps).toEqual([
      {
        rows: [
          [7, 8],
          [5, 6],
        ],
        past: undefined,
        of: undefined,
      },
      { rows: [[9], [4]], past: [7, 8, 5, 6], of: [0, 1] },
    ])
  })

  test('everything, without', async () => {
    const { steps } = await run(
      false,
      [
        [[7, 8], 2],
        [[5], 1],
      ],
      3,
    )
    expect(steps.map(({ rows }) => rows)).toEqual([[[7, 8]], [[5]], [[7, 8, 1]]])
  })
})

test('cache inputs find their outputs by name', () => {
  const names = (inputs: string[], outputs: string[]) => {
    const found = findCacheNames(inputs, outputs)
    return found && Object.fromEntries(found)
  }
  expect(
    names(
      ['input_ids', 'past_key_values.0.key', 'past_key_values.0.value'],
      ['logits', 'present.0.key', 'present.0.value'],
    ),
  ).toEqual({ 'past_key_values.0.key': 'present.0.key', 'past_key_values.0.value': 'present.0.value' })
  expect(names(['past_0'], ['logits', 'present_0'])).toEqual({ past_0: 'present_0' })
  expect(names(['past_key_values.0.key'], ['present_key_values.0.key'])).toEqual({
    'past_key_values.0.key': 'present_key_values.0.key',
  })
  expect(names(['input_ids'], ['logits', 'present.0.key'])).toBeUndefined()
  expect(names(['past_key_values.0.key', 'past_key_values.1.key'], ['present.0.key'])).toBeUndefined()
})
