import { createDummyScorer } from '../scorer/dummy.ts'
import { createInProcessScorer } from '../scorer/in-process.ts'
import { modelStamp } from '../scorer/model/model-stamp.ts'
import { createModelProcessScorer } from '../scorer/model-process/client.ts'
import type { ModelSpec, Scorer } from '../scorer/types.ts'

/** Scorers that load the model into the worker itself: one a model, kept between the modules of a worker. */
const inProcess = new Map<string, Scorer>()

/**
 * The scorer for a model: the dummy where there is none, the model process where a broker is given, else the model in
 * this process.
 */
export function scorerFor(model: ModelSpec | undefined, broker: string | undefined): Scorer {
  if (model === undefined) return createDummyScorer()
  const spec = { ...model, stamp: modelStamp(model.path) }
  if (broker !== undefined) return createModelProcessScorer(spec, broker)
  const key = JSON.stringify(spec)
  const scorer = inProcess.get(key) ?? createInProcessScorer(spec)
  inProcess.set(key, scorer)
  return { ...bound(scorer), close: async () => {} }
}

function bound(scorer: Scorer): Pick<Scorer, 'info' | 'score'> {
  return { info: () => scorer.info(), score: (requests, options) => scorer.score(requests, options) }
}
