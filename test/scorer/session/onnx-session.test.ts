import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ModelFolder } from '../../../plugin/scorer/model/model-folder.ts'
import { readOnnxFile } from '../../../plugin/scorer/model/onnx-file.ts'
import { openOnnxSession } from '../../../plugin/scorer/session/onnx-session.ts'
import { scoreRequests } from '../score-requests.ts'
import { tinyModel } from '../tiny-model.ts'

const folder = fileURLToPath(new URL('../fixtures/bigram', import.meta.url))
const { cases, fp32, fp16 } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  cases: { input: number[]; targets: number[] }[]
  fp32: { logLikelihood: number; isGreedy: boolean }[]
  fp16: { logLikelihood: number; isGreedy: boolean }[]
}

const open = (name: string) =>
  openOnnxSession({ onnxFile: join(folder, name), config: {} } as Partial<ModelFolder> as ModelFolder, {
    provider: 'cpu',
    threads: 1,
  })

describe('exports that differ in what they take and give', () => {
  test.each([
    ['int32-fp16.onnx', 'int32 ids, nothing else, float16 logits', fp16],
    ['keep.onnx', 'a mask, and only the logits that are asked for', fp32],
    ['external.onnx', 'weights in a file of their own', fp32],
  ])('%s: %s', async (name, _, expected) => {
    const session = await open(name)
    const scores = await scoreRequests(session, cases)
    await session.close()
    expect(scores).toHaveLength(cases.length)
    for (const [request, score] of scores.entries()) {
      // In the graph the sum is one of float32.
      const digits = session.fullLogits === undefined ? 5 : 9
      expect(score.logLikelihood).toBeCloseTo(expected[request]?.logLikelihood as number, digits)
      expect(score.isGreedy).toBe(expected[request]?.isGreedy)
    }
  })

  test('inputs that nobody knows are named', async () => {
    await expect(open('unknown.onnx')).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringMatching(
        /unknown\.onnx needs inputs that are not supported \(audio_features\): export it/,
      ),
    })
  })

  test('a model without logits says what it has', async () => {
    await expect(open('no-logits.onnx')).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining(
        'has no output named logits of float32 or float16 (its outputs: last_hidden_state)',
      ),
    })
  })
})

describe('a tokenizer that does not belong to the model', () => {
  const score = async (input: number[], target: number) => {
    const session = await open('external.onnx')
    return scoreRequests(session, [{ input, targets: [target] }])
  }

  test('a target beyond the logits is refused, not read from the next row', async () => {
    await expect(score([1, 2], 12)).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringMatching(/^The tokenizer gives token 12, but .*external\.onnx knows 12 tokens/),
    })
  })

  test('an input beyond the embeddings is a sentence, not a native stack', async () => {
    await expect(score([1, 12], 1)).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringMatching(
        /external\.onnx failed on 1 rows of 2 tokens \([^\n]*\): check that tokenizer/,
      ),
    })
  })
})

describe('what the file says of its weights', () => {
  test.each([
    ['int32-fp16.onnx', 'fp16'],
    ['keep.onnx', 'fp32'],
    ['external.onnx', 'fp32'],
    ['q4.onnx', 'q4'],
  ])('%s: %s', (name, precision) => {
    expect(readOnnxFile(join(folder, name)).precision).toBe(precision)
  })

  test('files beside it', () => {
    expect(readOnnxFile(join(folder, 'external.onnx')).externalFiles).toEqual(['external.onnx_data'])
    expect(readOnnxFile(join(tinyModel.path, 'onnx', 'model.onnx')).externalFiles).toEqual([])
  })
})
