import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LmEvalError } from '../../errors.ts'
import { readSpecialTokens, type SpecialTokens } from '../tokens/special-tokens.ts'
import { hashFiles } from './file-hash.ts'
import { readOnnxFile } from './onnx-file.ts'
import { findOnnxFile } from './onnx-file-name.ts'

/** A folder in the layout of ONNX repositories on the Hub, read but not loaded. */
export interface ModelFolder {
  path: string
  /** The ONNX file. */
  onnxFile: string
  /** Files with the weights that the ONNX file refers to. */
  externalFiles: string[]
  /** Type in which most weights are stored: `fp32`, `fp16`, `int8`, `q4`, … */
  precision: string
  /** config.json. */
  config: Record<string, unknown>
  /** tokenizer.json, parsed. */
  tokenizer: Record<string, unknown>
  /** tokenizer_config.json, parsed; empty if the file is missing. */
  tokenizerConfig: Record<string, unknown>
  specialTokens: SpecialTokens
  /** generation_config.json; without the file, config.json. */
  generationConfig: Record<string, unknown>
  /** Longest input in tokens that the folder itself names (the harness's rule). */
  maxLength: number
}

/** SHA-256 (hex) of what decides a score. */
export interface ModelHashes {
  /** ONNX file, then its external data in the order of their names. */
  weights: string
  /** tokenizer.json, tokenizer_config.json and special_tokens_map.json, those that exist. */
  tokenizer: string
}

/**
 * Reads everything of a model folder but its weights.
 * @throws LmEvalError MODEL: no folder, no ONNX file, missing weights, no tokenizer.json or config.json, broken JSON, cut ONNX file
 */
export function readModelFolder(path: string): ModelFolder {
  if (!isFolder(path)) {
    throw new LmEvalError(
      `There is no model folder ${path}: set model to a folder with onnx/model.onnx, config.json and tokenizer.json.`,
      { code: 'MODEL' },
    )
  }
  const onnxFile = findOnnxFile(path)
  const config = readJson(path, 'config.json')
  const tokenizer = readJson(path, 'tokenizer.json')
  const tokenizerConfig = readJson(path, 'tokenizer_config.json', {})
  const specialTokensMap = readJson(path, 'special_tokens_map.json', {})
  const { precision, externalFiles } = readOnnxFile(onnxFile)
  return {
    path,
    onnxFile,
    externalFiles: externalFiles.map(name => externalFile(onnxFile, name)),
    precision,
    config,
    tokenizer,
    tokenizerConfig,
    specialTokens: readSpecialTokens({ config, tokenizer, tokenizerConfig, specialTokensMap }),
    generationConfig: readJson(path, 'generation_config.json', config),
    maxLength: maxLength(config, tokenizerConfig),
  }
}

/** Hashes a model folder's files; reads all weights, so it takes about a second for a gigabyte. */
export async function hashModelFolder(folder: ModelFolder): Promise<ModelHashes> {
  const tokenizerFiles = ['tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json']
  return {
    weights: await hashFiles([folder.onnxFile, ...folder.externalFiles]),
    tokenizer: await hashFiles(tokenizerFiles.map(name => join(folder.path, name)).filter(existsSync)),
  }
}

/** transformers' VERY_LARGE_INTEGER, which stands for "no limit known". */
const unlimited = 1e30

/** The harness's rule for a Hugging Face model's window, in tokens. */
function maxLength(config: Record<string, unknown>, tokenizerConfig: Record<string, unknown>): number {
  const text = config.text_config
  const sources =
    typeof text === 'object' && text !== null ? [text as Record<string, unknown>, config] : [config]
  for (const source of sources) {
    for (const name of ['n_positions', 'max_position_embeddings', 'n_ctx']) {
      const value = source[name]
      if (typeof value === 'number') return value
    }
  }
  const own = tokenizerConfig.model_max_length
  return typeof own === 'number' && own < unlimited ? own : 2048
}

function externalFile(onnxFile: string, name: string): string {
  const file = join(onnxFile, '..', name)
  if (existsSync(file)) return file
  throw new LmEvalError(
    `${basename(onnxFile)} keeps weights in ${file}, which does not exist: download all files of the model.`,
    { code: 'MODEL' },
  )
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function readJson(folder: string, name: string, missing?: Record<string, unknown>): Record<string, unknown> {
  const file = join(folder, name)
  if (!existsSync(file)) {
    if (missing !== undefined) return missing
    throw new LmEvalError(`The model folder ${folder} has no ${name}: copy it from the model's repository.`, {
      code: 'MODEL',
    })
  }
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
    throw new SyntaxError('the file holds no object')
  } catch (error) {
    throw new LmEvalError(`${file} is not valid JSON (${(error as Error).message}): download it again.`, {
      code: 'MODEL',
      cause: error,
    })
  }
}
