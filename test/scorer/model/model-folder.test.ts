import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInProcessScorer } from '../../../plugin/scorer/in-process.ts'
import { readModelFolder } from '../../../plugin/scorer/model/model-folder.ts'
import { tinyModel } from '../tiny-model.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-'))
  cpSync(tinyModel.path, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const edit = (name: string, change: (value: Record<string, unknown>) => void) => {
  const file = join(folder, name)
  const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  change(value)
  writeFileSync(file, JSON.stringify(value))
}

describe('what is wrong with a folder is said in a sentence', () => {
  const failure = () => {
    try {
      readModelFolder(folder)
    } catch (error) {
      expect(error).toMatchObject({ code: 'MODEL' })
      return (error as Error).message
    }
    return 'no error'
  }

  test('no folder', () => {
    rmSync(folder, { recursive: true })
    expect(failure()).toContain(`There is no model folder ${folder}`)
  })

  test('no ONNX file: says where it looked', () => {
    rmSync(join(folder, 'onnx'), { recursive: true })
    expect(failure()).toContain(join(folder, 'onnx', 'model.onnx'))
  })

  test('several variants and none preferred: names them', () => {
    const onnx = join(folder, 'onnx')
    cpSync(join(onnx, 'model.onnx'), join(onnx, 'model_q4.onnx'))
    cpSync(join(onnx, 'model.onnx'), join(onnx, 'model_fp16.onnx'))
    rmSync(join(onnx, 'model.onnx'))
    expect(failure()).toMatch(/several other ONNX files .*model_fp16\.onnx.*model_q4\.onnx/)
  })

  test.each(['tokenizer.json', 'config.json'])('no %s', name => {
    rmSync(join(folder, name))
    expect(failure()).toBe(`The model folder ${folder} has no ${name}: copy it from the model's repository.`)
  })

  test.each(['tokenizer.json', 'config.json', 'tokenizer_config.json'])('broken %s', name => {
    writeFileSync(join(folder, name), '{"a": ')
    expect(failure()).toContain(`${join(folder, name)} is not valid JSON`)
  })

  test('an ONNX file cut in half', () => {
    const file = join(folder, 'onnx', 'model.onnx')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    expect(failure()).toMatch(
      /is not a complete ONNX file \(it ends \d+ bytes too early\): download or export it again\.$/,
    )
  })

  test('a file that is no ONNX at all', () => {
    writeFileSync(join(folder, 'onnx', 'model.onnx'), '<html>Not found</html>')
    expect(failure()).toContain('is not a complete ONNX file')
  })
})

test('a graph that ONNX Runtime refuses is a sentence, not a native stack', async () => {
  const file = join(folder, 'onnx', 'model.onnx')
  const bytes = readFileSync(file)
  const place = bytes.indexOf('MatMul')
  bytes.write('MatMux', place)
  writeFileSync(file, bytes)
  const scorer = createInProcessScorer({ ...tinyModel, path: folder })
  await expect(scorer.info()).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringMatching(
      /model\.onnx cannot be loaded \([^\n]*\): export or download the model again\.$/,
    ),
  })
})

test('the only ONNX file is taken under whatever name', () => {
  const onnx = join(folder, 'onnx')
  cpSync(join(onnx, 'model.onnx'), join(onnx, 'model_fp16.onnx'))
  rmSync(join(onnx, 'model.onnx'))
  expect(readModelFolder(folder).onnxFile).toBe(join(onnx, 'model_fp16.onnx'))
})

describe('window', () => {
  const windowOf = () => readModelFolder(folder).maxLength

  test('from config.json, the first of three names', () => {
    edit('config.json', config => Object.assign(config, { n_positions: 77 }))
    expect(windowOf()).toBe(77)
  })

  test('from text_config first', () => {
    edit('config.json', config => Object.assign(config, { text_config: { n_ctx: 55 } }))
    expect(windowOf()).toBe(55)
  })

  test('else from the tokenizer, unless that says infinite', () => {
    edit('config.json', config => delete config.max_position_embeddings)
    expect(windowOf()).toBe(1024)
    edit('tokenizer_config.json', config => Object.assign(config, { model_max_length: 1e30 }))
    expect(windowOf()).toBe(2048)
  })
})

describe('special tokens', () => {
  test('bos is the prefix', () => {
    expect(readModelFolder(folder).specialTokens).toMatchObject({ bosId: 1, eosId: 2, prefixId: 1 })
  })

  test('an explicit null bos leaves eos, whatever config.json says', () => {
    edit('tokenizer_config.json', config => Object.assign(config, { bos_token: null }))
    expect(readModelFolder(folder).specialTokens).toMatchObject({ bosId: undefined, prefixId: 2 })
  })

  test('a tokenizer that says nothing falls back to config.json', () => {
    rmSync(join(folder, 'tokenizer_config.json'))
    rmSync(join(folder, 'special_tokens_map.json'))
    edit('config.json', config => Object.assign(config, { bos_token_id: 4 }))
    expect(readModelFolder(folder).specialTokens.prefixId).toBe(4)
  })
})
