import { setImmediate } from 'node:timers/promises'
import type { GenerateRequest, Request } from '../task/types.ts'
import { isSampled } from './generation/generation-settings.ts'
import { plainSettings } from './generation/plain-settings.ts'
import { ScoredJob } from './scored-job.ts'
import type { RequestEncoder } from './tokens/encode.ts'
import { type GenerationInput, generationInput } from './tokens/encode-generation.ts'

/** Generation requests with the same context, settings and (where sampled) draw, answered once. */
export interface GenerationJob {
  request: GenerateRequest
  encoded: GenerationInput
  indices: number[]
}

export interface JobPlan {
  scored: ScoredJob[]
  generations: GenerationJob[]
  /** Error of the first request that cannot be encoded. */
  failure: unknown
}

/** Requests encoded before the event loop gets its turn. */
const encodedAtOnce = 64

/**
 * Encodes requests; what is asked twice becomes one job.
 * @throws the signal's reason
 */
export async function planJobs(
  encoder: RequestEncoder,
  requests: readonly Request[],
  signal: AbortSignal | undefined,
): Promise<JobPlan> {
  const known = new Map<string, { indices: number[] }>()
  const plan: JobPlan = { scored: [], generations: [], failure: undefined }
  for (const [index, request] of requests.entries()) {
    if (index % encodedAtOnce === 0) {
      signal?.throwIfAborted()
      if (index > 0) await setImmediate()
    }
    const key = keyOf(request)
    const same = known.get(key)
    if (same !== undefined) {
      same.indices.push(index)
      continue
    }
    try {
      known.set(key, addJob(plan, encoder, request, index))
    } catch (error) {
      plan.failure ??= error
    }
  }
  return plan
}

function addJob(
  plan: JobPlan,
  encoder: RequestEncoder,
  request: Request,
  index: number,
): { indices: number[] } {
  if (request.type === 'generate_until') {
    const encoded = generationInput(encoder, request.context, request.settings)
    const job = { request, encoded, indices: [index] }
    plan.generations.push(job)
    return job
  }
  const job = new ScoredJob(request, index, encoder)
  plan.scored.push(job)
  return job
}

function keyOf(request: Request): string {
  switch (request.type) {
    case 'loglikelihood':
      return JSON.stringify([request.context, request.continuation])
    case 'loglikelihood_rolling':
      return JSON.stringify([request.text])
    case 'generate_until':
      return JSON.stringify([request.context, plainSettings(request.settings), drawOf(request)])
  }
}

/** What a text is drawn with; null for a greedy one, which is the same every time. */
function drawOf({ settings, draw }: GenerateRequest): GenerateRequest['draw'] | null {
  return draw !== undefined && isSampled(settings) ? draw : null
}
