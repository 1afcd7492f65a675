import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createInProcessEncoder } from '../../plugin/encoder/in-process-encoder.ts'
import type { EncoderSpec } from '../../plugin/encoder/types.ts'
import { encoderSpec, fixtures } from './encoders.ts'

const bert: EncoderSpec = encoderSpec({ metric: 'bert_score', encoder: 'bert', layer: 1 })
const pair = { reference: 'no fever', candidate: 'fever' }
const figures = async (spec: EncoderSpec) => {
  const encoder = createInProcessEncoder(spec)
  try {
    return (await encoder.compare([pair]))[0]?.figures
  } finally {
    await encoder.close()
  }
}
const copyOf = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(fixtures, name), folder, { recursive: true })
  return folder
}
const edit = (folder: string, name: string, change: object): void => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
}

test('a layer that has no output is refused with the outputs there are', async () => {
  await expect(figures({ ...bert, layer: 3 })).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringMatching(
      /^Encoder of bert_score: .*model\.onnx has no output hidden_states\.3 .*layer 3 .*last_hidden_state \[batch, sequence, 16\]; hidden_states\.0 .*encoders\.bert_score\.output\.$/u,
    ),
  })
  await expect(figures({ ...bert, output: 'pooled' })).rejects.toThrow('has no output pooled of shape')
})

test('the output can be named, and the last layer is last_hidden_state', async () => {
  const named = await figures({ ...bert, layer: 1, output: 'hidden_states.2' })
  expect(named).toEqual(await figures({ ...bert, layer: 2 }))
  expect(named).toEqual(await figures({ ...bert, layer: 2, output: 'last_hidden_state' }))
  expect(named).not.toEqual(await figures(bert))
})

test('last_hidden_state is taken for the last layer alone', async () => {
  const folder = copyOf('bert')
  edit(folder, 'config.json', { num_hidden_layers: 5 })
  expect(await figures({ ...bert, path: folder, layer: 5 })).toEqual(await figures({ ...bert, layer: 2 }))
  await expect(figures({ ...bert, path: folder, layer: 4 })).rejects.toThrow('hidden_states.4')
})

test('a language model, a regression and a folder that is none are refused by name', async () => {
  const embedded = join(import.meta.dirname, '../../examples/tiny-model')
  await expect(figures({ ...bert, path: embedded })).rejects.toThrow(
    /^Encoder of bert_score: .*export it as an encoder/u,
  )
  await expect(figures({ ...bert, path: join(fixtures, 'bleurt') })).rejects.toThrow(
    '(its outputs: logits [batch, 1])',
  )
  const bleurt = encoderSpec({ metric: 'bleurt', encoder: 'bert' })
  await expect(figures(bleurt)).rejects.toThrow(
    /^Encoder of bleurt: .*has no output logits of one number a pair/u,
  )
  await expect(figures({ ...bert, path: join(fixtures, 'nowhere') })).rejects.toThrow(
    /^Encoder of bert_score: There is no model folder/u,
  )
})

test('a tokenizer that adds no two special tokens is refused', async () => {
  const folder = copyOf('bert')
  edit(folder, 'tokenizer.json', { post_processor: null })
  await expect(figures({ ...bert, path: folder })).rejects.toThrow('between two special tokens')
})

test('the window is the smaller of model_max_length and the positions', async () => {
  const maxLength = async (folder: string) => {
    const encoder = createInProcessEncoder({ ...bert, path: folder })
    const info = await encoder.info()
    await encoder.close()
    return info.maxLength
  }
  const [first, second] = [copyOf('bert'), copyOf('roberta')]
  expect(await maxLength(first)).toBe(32)
  edit(first, 'tokenizer_config.json', { model_max_length: 1e30 })
  expect(await maxLength(first)).toBe(40)
  edit(second, 'tokenizer_config.json', { model_max_length: 1000 })
  expect(await maxLength(second)).toBe(38)
})

test('a table of baselines without the row, or with other numbers, is refused', async () => {
  const folder = copyOf('bert')
  const baseline = join(folder, 'table.tsv')
  await expect(figures({ ...bert, baseline })).rejects.toMatchObject({ code: 'OPTION' })
  for (const [text, problem] of [
    ['LAYER,P,R,F\n0,0.1,0.1,0.1\n', 'has no row for layer 1, only 1 rows'],
    ['LAYER,P,R,F\n0,0,0,0\n1,0.1,1,0.1\n', 'three of them below 1'],
    ['LAYER,P,R,F\n0,0,0,0\n1,0.1,,0.1\n', 'three of them below 1'],
    ['P R F\n', 'does not begin with LAYER,P,R,F'],
  ] as const) {
    writeFileSync(baseline, text)
    await expect(figures({ ...bert, baseline })).rejects.toThrow(problem)
  }
})
