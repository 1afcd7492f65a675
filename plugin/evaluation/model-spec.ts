import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CacheOption, cachePlace } from '../scorer/score-cache/cache-place.ts'
import type { ModelSpec, ProviderOption } from '../scorer/types.ts'

export interface ModelOptions {
  model?: string | undefined
  provider: ProviderOption
  batchSize?: number | undefined
  deterministic?: boolean | undefined
  maxLength?: number | undefined
  threads?: number | undefined
  /** Score cache; undefined: none. */
  cache?: CacheOption | undefined
}

/** Folder of the embedded demonstration model, which ships with the package. */
export const embeddedModel = fileURLToPath(new URL('../../examples/tiny-model', import.meta.url))

/** The model that the options ask for; undefined for the dummy scorer. A relative folder counts from `root`. */
export function modelSpec(options: ModelOptions, root: string): ModelSpec | undefined {
  if (options.model === 'dummy') return undefined
  const path = options.model === undefined ? embeddedModel : resolve(root, options.model)
  const cache =
    options.cache === undefined || options.deterministic === true
      ? undefined
      : cachePlace(options.cache, root)
  return {
    path,
    name: basename(path),
    provider: options.provider,
    demonstration: path === embeddedModel,
    ...(options.batchSize === undefined ? {} : { batchSize: options.batchSize }),
    ...(options.deterministic === true ? { deterministic: true } : {}),
    ...(options.maxLength === undefined ? {} : { maxLength: options.maxLength }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(cache === undefined ? {} : { cache }),
  }
}
