import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadOnnxRuntime } from '../session/onnxruntime.ts'
import type { ModelSpec, ScorerInfo } from '../types.ts'

/** Counts up whenever an answer's bytes, or what a key is made of, change. */
const formatVersion = 1

/** Files that decide an answer beside weights and tokenizer: special tokens, the window, settings of generation. */
const settingFiles = ['config.json', 'generation_config.json']

/**
 * SHA-256 (hex) over what answers depend on beside the request: weights, tokenizer, precision, provider and the programs that
 * computed them. Batch size and threads, which change no more than the last digits, are left out.
 */
export async function scorerIdentity(spec: ModelSpec, info: ScorerInfo): Promise<string> {
  const { versions } = (await loadOnnxRuntime()).env
  const facts = {
    formatVersion,
    package: packageVersion(),
    onnxRuntime: versions.node ?? versions.common,
    system: `${process.platform} ${process.arch}`,
    weights: info.weightsHash,
    tokenizer: info.tokenizerHash,
    precision: info.precision,
    provider: info.provider?.used,
    maxLength: info.maxLength,
    files: settingFiles.map(name => fileText(join(spec.path, name))),
    settings: settingsOf(spec),
  }
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Every setting of the model that is not known to be without influence: one that is new tells answers apart by itself. */
function settingsOf(spec: ModelSpec): [string, unknown][] {
  const {
    path: _path,
    name: _name,
    demonstration: _demonstration,
    stamp: _stamp,
    cache: _cache,
    // Part of the identity as what they come out as.
    provider: _provider,
    maxLength: _maxLength,
    batchSize: _batchSize,
    threads: _threads,
    ...others
  } = spec
  return Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))
}

function fileText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function packageVersion(): unknown {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version?: unknown }).version
}
