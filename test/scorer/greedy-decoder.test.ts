import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findCacheNames } from '../../plugin/scorer/cache-names.ts'
import { GreedyDecoder } from '../../plugin/scorer/greedy-decoder.ts'
import { type ModelFolder, readModelFolder } from '../../plugin/scorer/model-folder.ts'
import type { BatchShape } from '../../plugin/scorer/model-inputs.ts'
import type { ModelRunner } from '../../plugin/scorer/model-runner.ts'
import { type OnnxSession, openOnnxSession } from '../../plugin/scorer/onnx-session.ts'
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

test.each(['int32-fp16.onnx', 'keep.onnx', 'external.onnx'])('%s, which has no cache', async name => {
  const session = await bigram(name)
  const text = session.continueGreedily([3, 7])
  const sequence = [3, 7]
  for (let i = 0; i < 6; i += 1) {
    const token = await text.next()
    expect(await isLikeliest(session, sequence, token)).toBe(true)
    sequence.push(token)
  }
  text.close()
  await session.close()
})

test('with the cache the tokens are those of whole runs', async () => {
  const session = await openOnnxSession(readModelFolder(tinyModel.path), tinyModel)
  const text = session.continueGreedily([1, 381, 31, 472])
  const sequence = [1, 381, 31, 472]
  for (let i = 0; i < 40; i += 1) {
    const token = await text.next()
    expect(await isLikeliest(session, sequence, token)).toBe(true)
    sequence.push(token)
  }
  text.close()
  await session.close()
})

describe('what is run at each step', () => {
  const run = async (cacheNames: ReadonlyMap<string, string> | undefined) => {
    const shapes: { rows: unknown; past: number | undefined }[] = []
    let disposed = 0
    const tensor = { dims: [1, 1, 3], data: Float32Array.of(0, 5, 5), dispose: () => disposed++ }
    const runner = {
      session: { run: async () => ({ logits: tensor, present: tensor }) },
      makeFeeds: ({ rows, past }: BatchShape) => {
        shapes.push({ rows, past: past?.length })
        return {}
      },
      output: 'logits',
      cacheNames,
      file: 'model.onnx',
    } as unknown as ModelRunner
    const text = new GreedyDecoder(runner, [7, 8])
    const tokens = [await text.next(), await text.next(), await text.next()]
    text.close()
    return { shapes, tokens, disposed }
  }

  test('what is new, with a cache; nothing is kept at the end', async () => {
    expect(await run(new Map([['past', 'present']]))).toEqual({
      shapes: [
        { rows: [[7, 8]], past: undefined },
        { rows: [[1]], past: 2 },
        { rows: [[1]], past: 3 },
      ],
      tokens: [1, 1, 1],
      disposed: 6,
    })
  })

  test('everything, without', async () => {
    expect((await run(undefined)).shapes.map(({ rows }) => rows)).toEqual([
      [[7, 8]],
      [[7, 8, 1]],
      [[7, 8, 1, 1]],
    ])
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
