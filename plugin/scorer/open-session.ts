import type { InferenceSession } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import type { Ort } from './onnxruntime.ts'
import { planProviders, tryProviders } from './provider.ts'
import { providerCheck } from './provider-check.ts'
import type { ModelSpec, ProviderName, ProviderReport } from './types.ts'

/**
 * Loads an ONNX file with the first provider of those asked for that can run here.
 * @throws LmEvalError MODEL: unusable file; PROVIDER: none of what was asked for can run
 */
export function openSession(
  ort: Ort,
  file: string,
  { provider, threads }: Pick<ModelSpec, 'provider' | 'threads'>,
): Promise<{ session: InferenceSession; report: ProviderReport }> {
  const plan = planProviders(provider, providerCheck(ort.listSupportedBackends()))
  return tryProviders(provider, plan, name => createSession(ort, file, name, threads), isModelFault)
}

async function createSession(
  ort: Ort,
  file: string,
  provider: ProviderName,
  threads: number | undefined,
): Promise<InferenceSession> {
  try {
    return await ort.InferenceSession.create(file, {
      executionProviders: [provider],
      logSeverityLevel: 4,
      ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
    })
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
