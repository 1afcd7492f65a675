import { type LoadedModel, loadModel } from '../loaded-model.ts'
import type { ModelSpec } from '../types.ts'
import { ScoreStore } from './score-store.ts'
import { scorerIdentity } from './scorer-identity.ts'
import { type CachedModel, withScoreCache } from './with-score-cache.ts'

/**
 * Loads a model, with its score cache where the spec names one.
 * @throws LmEvalError MODEL or PROVIDER, as loadModel; never for the cache
 */
export async function loadCachedModel(spec: ModelSpec): Promise<CachedModel> {
  const model = await loadModel(spec)
  if (spec.cache === undefined) return withoutCache(model)
  return withScoreCache(model, await ScoreStore.open(spec.cache), await scorerIdentity(spec, model.info))
}

function withoutCache(model: LoadedModel): CachedModel {
  return { ...model, flush: () => {} }
}
