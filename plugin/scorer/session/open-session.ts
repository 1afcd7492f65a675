import { dirname } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'
import type { ModelSpec, ProviderName, ProviderReport } from '../types.ts'
import type { Ort } from './onnxruntime.ts'
import { planProviders, tryProviders } from './provider.ts'
import { providerCheck } from './provider-check.ts'

/** What to load. */
export interface OnnxModel {
  /** ONNX file; its folder is where weights are looked for. */
  file: string
  /** Encoded model in place of the file's. */
  model?: Uint8Array
}

/**
 * Loads an ONNX model with the first provider of those asked for that can run here.
 * @throws LmEvalError MODEL: unusable file; PROVIDER: none of what was asked for can run
 */
export function openSession(
  ort: Ort,
  model: OnnxModel,
  { provider, threads }: Pick<ModelSpec, 'provider' | 'threads'>,
): Promise<{ session: InferenceSession; report: ProviderReport }> {
  const plan = planProviders(provider, providerCheck(ort.listSupportedBackends()))
  return tryProviders(provider, plan, name => createSession(ort, model, name, threads), isModelFault)
}

async function createSession(
  ort: Ort,
  { file, model }: OnnxModel,
  provider: ProviderName,
  threads: number | undefined,
): Promise<InferenceSession> {
  try {
    const options: InferenceSession.SessionOptions = {
      executionProviders: [provider],
      logSeverityLevel: 4,
      ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
    }
    if (model === undefined) return await ort.InferenceSession.create(file, options)
    // A model from memory finds its weights by this entry.
    const session = { model_external_initializers_file_folder_path: dirname(file) }
    return await ort.InferenceSession.create(model, { ...options, extra: { session } })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!/^Load model from|Protobuf parsing failed|INVALID_GRAPH|INVALID_PROTOBUF/i.test(message)) throw error
    throw new LmEvalError(
      `${file} cannot be loaded (${message.replace(/^Load model from .* failed:/, '').split('\n', 1)[0]}): export or download the model again.`,
      { code: 'MODEL', cause: error },
    )
  }
}

function isModelFault(error: unknown): boolean {
  return error instanceof LmEvalError
}
