import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { BatchDecoder, type Sequence } from '../../plugin/scorer/batch-decoder.ts'
import { findCacheNames } from '../../plugin/scorer/cache-names.ts'
import { type ModelFolder, readModelFolder } from '../../plugin/scorer/model-folder.ts'
import type { BatchShape } from '../../plugin/scorer/model-inputs.ts'
import type { ModelRunner } from '../../plugin/scorer/model-runner.ts'
import { type OnnxSession, openOnnxSession } from '../../plugin/scorer/onnx-session.ts'
import { mostLikely } from '../../plugin/scorer/token-score.ts'
import { tinyModel } from './tiny-model.ts'

const bigram = (name: string): Promise<OnnxSession> => {
  const onnxFile = fileURLToPath(new URL(`./fixtures/bigram/${name}`, import.meta.url))
  return openOnnxSession({ onnxFile, config: {} } as Partial<ModelFolder> as ModelFolder, {
    provider: 'cpu',
    threads: 1,
  })
}

/** Whether scoring, which is checked against recorded figures, finds `token` the likeliest after `input`. */
async function isLikeliest(session: OnnxSession, input: number[], token: number): Promise<boolean> {
  const spans = [{ request: 0, end: input.length, targets: [token] }]
  const [scores] = await session.scoreBatch([{ input: [...input], spans }])
  return scores?.[0]?.isGreedy === true
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
  const folder = new URL('./fixtures/grouped-attention/', import.meta.url)
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
  await session.close()
})

describe('what is run at each step', () => {
  /** A model with three tokens that always says 1; its cache is one number a token, the token itself. */
  const run = async (hasCache: boolean, prompts: [number[], number][], logits = 1e9) => {
    const shapes: { rows: unknown; past: unknown }[] = []
    let alive = 0
    class FakeTensor {
      readonly dims: readonly number[]
      readonly data: Float32Array
      readonly type = 'float32'
      constructor(_type: string, data: Float32Array, dims: readonly number[]) {
        this.data = data
        this.dims = dims
        alive += 1
      }
      dispose(): void {
        alive -= 1
      }
    }
    const runner = {
      ort: { Tensor: FakeTensor },
      session: {
        run: async ({ rows, length, past }: BatchShape) => {
          const cached = past?.tensors.get('past')?.data as Float32Array | undefined
          const before = past?.length ?? 0
          const present = rows.flatMap((row, at) => [
            ...(cached?.slice(at * before, (at + 1) * before) ?? []),
            ...row,
          ])
          const answers = Float32Array.from(
            rows.flatMap(() => Array.from({ length }, () => [0, 5, 5]).flat()),
          )
          return {
            logits: new FakeTensor('float32', answers, [rows.length, length, 3]),
            ...(hasCache
              ? {
                  present: new FakeTensor('float32', Float32Array.from(present), [
                    rows.length,
                    before + length,
                  ]),
                }
              : {}),
          }
        },
      },
      makeFeeds: (shape: BatchShape) => {
        const past = shape.past?.tensors.get('past')?.data as Float32Array | undefined
        shapes.push({ rows: shape.rows.map(row => [...row]), past: past && [...past] })
        return shape
      },
      output: 'logits',
      vocabulary: 3,
      cacheNames: hasCache ? new Map([['past', 'present']]) : undefined,
      file: 'model.onnx',
    } as unknown as ModelRunner
    const rows = prompts.map(([tokens, count]) => new Greedy(tokens, count))
    const finished = await finish(new BatchDecoder(runner, rows, logits))
    return { shapes, alive, finished: finished.map(those => those.map(one => rows.indexOf(one as Greedy))) }
  }

  test('what is new, with a cache; finished rows leave, and nothing is kept at the end', async () => {
    const prompts: [number[], number][] = [
      [[7, 8, 9], 1],
      [[5], 1],
      [[6], 3],
    ]
    expect(await run(true, prompts)).toEqual({
      shapes: [
        { rows: [[7], [5], [6]], past: undefined },
        { rows: [[8], [1]], past: [7, 6] },
        { rows: [[9], [1]], past: [7, 8, 6, 1] },
      ],
      finished: [[1], [], [0, 2]],
      alive: 0,
    })
  })

  test('prompts go in by parts where their logits are many', async () => {
    const { shapes, alive } = await run(
      true,
      [
        [[7, 8], 2],
        [[5, 6], 2],
        [[3, 4], 2],
      ],
      12,
    )
    expect(shapes).toEqual([
      {
        rows: [
          [7, 8],
          [5, 6],
        ],
        past: undefined,
      },
      { rows: [[3, 4]], past: undefined },
      { rows: [[1], [1], [1]], past: [7, 8, 5, 6, 3, 4] },
    ])
    expect(alive).toBe(0)
  })

  test('everything, without', async () => {
    const { shapes, alive } = await run(false, [
      [[7, 8], 2],
      [[5], 1],
    ])
    expect(shapes.map(({ rows }) => rows)).toEqual([[[7, 8], [5]], [[7, 8, 1]]])
    expect(alive).toBe(0)
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
